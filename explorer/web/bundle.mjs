// Bundles src into dist, or says whether dist is what src makes: `node bundle.mjs [--check]`. The packages are
// below the folder that TC_NODE names.

import { createRequire } from "node:module";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const packages = process.env.TC_NODE ?? join(here, "../../target/node");
const { build } = createRequire(join(packages, "package.json"))("esbuild");

const result = await build({
  absWorkingDir: here, entryPoints: { explorer: "src/main.ts" }, bundle: true, minify: true, write: false, outdir: "dist",
  format: "iife", metafile: true, target: "es2022", charset: "ascii", legalComments: "eof", nodePaths: [join(packages, "node_modules")], logLevel: "warning",
});

/** The licences of the packages in the bundle, which are to go with it. */
function licences() {
  const folders = Object.keys(result.metafile.inputs).map((path) => resolve(here, path).match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]);
  const all = [...new Set(folders.filter((folder) => folder))].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((one) => /^licen[sc]e/i.test(one));
    if (!file) throw new Error(`the package ${name} has no licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return `/*! This file has parts of these packages.\n\n${all.join("\n").replaceAll("*/", "* /")}*/\n`;
}

let differs = false;
for (const { path, contents } of result.outputFiles) {
  // The page has both inside of elements, which no text of theirs may end.
  const code = Buffer.from(contents).toString();
  const text = path.endsWith(".js") ? code + licences() : code;
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${path} would end the element that has it`);
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`error: ${path} is not what explorer/web/src makes: run ./x explorer`);
    differs = true;
  }
}
process.exit(differs ? 1 : 0);
