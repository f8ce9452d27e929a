// A page in the browser, which is Debian's.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./compilations.mjs";

const packages = process.env.TC_NODE ?? join(root, "target/node");
const { chromium } = createRequire(join(packages, "package.json"))("playwright-core");

let started;

/** The browser; it starts with the first page. */
const browser = () => (started ??= chromium.launch({ executablePath: process.env.TC_BROWSER ?? "/usr/bin/chromium", args: ["--no-sandbox"] }));

export async function close() {
  if (started) await (await started).close();
}

/** A page of a compilation, with what went wrong in it. */
export async function open(shown, { fragment = "", width = 1280, theme = "light" } = {}) {
  const page = await (await browser()).newPage({ viewport: { width, height: 800 }, colorScheme: theme });
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => wrong.push(message.text()));
  page.on("dialog", (dialog) => {
    wrong.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) wrong.push(`request of ${request.url()}`);
  });
  await page.goto(pathToFileURL(shown.page).href + (fragment && `#${fragment}`));
  return { page, wrong };
}

/** Chooses a view. */
export const show = (page, view) => page.locator(`.tabs [data-view="${view}"]`).click();
