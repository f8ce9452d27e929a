// Bundles src into dist, or says whether dist is what src makes: `node bundle.mjs [--check]`. The packages are
// below the folder that TC_NODE names.

import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const packages = process.env.TC_NODE ?? join(here, "../../target/node");
const { build } = createRequire(join(packages, "package.json"))("esbuild");

const result = await build({
  absWorkingDir: here, entryPoints: { explorer: "src/main.ts" }, bundle: true, minify: true, write: false, outdir: "dist",
  format: "iife", target: "es2022", charset: "ascii", legalComments: "eof", nodePaths: [join(packages, "node_modules")], logLevel: "warning",
});
let differs = false;
for (const { path, contents } of result.outputFiles) {
  // The page has both inside of elements, which no text of theirs may end.
  const text = Buffer.from(contents).toString();
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${path} would end the element that has it`);
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`error: ${path} is not what explorer/web/src makes: run ./x explorer`);
    differs = true;
  }
}
process.exit(differs ? 1 : 0);
