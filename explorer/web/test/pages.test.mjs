// The pages of six compilations say what their data say, and what the tools print.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { close, open, show } from "./browser.mjs";
import { compilation, printed, refused, root } from "./compilations.mjs";

const LIMIT = 3_000_000;
const six = ["product", "softmax", "stencil", "scatter", "attention", "refused"];

after(close);

/** A screenshot for the book, where they are asked for. */
async function picture(page, name) {
  if (process.env.TENSORCOMP_WRITE_SCREENSHOTS) await page.screenshot({ path: join(root, `docs/pictures/explorer-${name}.jpeg`), quality: 75 });
}

const text = (locator) => locator.innerText();
const count = (number, noun) => `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;

/** The views that the data give. */
function views(data) {
  const mapped = /"kind":"(block|thread|parallel|vector)/.test(JSON.stringify(data.trees));
  return [
    "overview", "levels", data.passes.length && "passes", data.trees.length && "tree",
    data.trees.length && data.scops.some((scop) => scop.domains.some((one) => one.indices.length)) && "instances",
    (mapped || data.facts.profile) && "memory", data.facts.report && "limits", data.tuning && "tuning", data.ranges.length && "ranges",
  ].filter((one) => one);
}

async function checkOverview(page, { data, name }) {
  await show(page, "overview");
  for (const kernel of data.facts.report?.kernels ?? []) {
    const line = await text(page.locator(`.kernel[data-kernel="${kernel.kernel}"]`));
    assert.match(line, new RegExp(`bound by ${kernel.roofline.bound}`));
    assert.ok(line.includes(`${kernel.grid.join("×")} blocks of ${kernel.block.join("×")} threads`), line);
  }
  const due = data.passes.flatMap((pass) => pass.decisions).filter((one) => one.outcome === "passed");
  assert.equal(await page.locator(".decided li").count(), due.length);
  const last = data.trees.at(-1);
  if (last) assert.equal(await page.locator(`.trees:last-child .node`).count(), last.nodes.length);
  assert.equal(await page.locator(".diagnostic").count(), data.diagnostics.length);
  if (refused.includes(name)) assert.match(await text(page.locator(".state")), /The compilation was refused/);
}

/** The lines of a level that come from a line of a text, computed from the data in another way than the page does. */
function due(data, level, file, line) {
  const own = new Set(data.places.flatMap((place, at) => (place.file === file && place.line <= line && line <= place.end_line ? [at] : [])));
  const key = (row, column) => row * 10_000 + column;
  const inside = (a, b) => a.file === b.file && key(a.line, a.column) <= key(b.line, b.column) && key(b.end_line, b.end_column) <= key(a.end_line, a.end_column);
  const places = data.places.map((place, at) => own.has(at) || [...own].some((one) => inside(data.places[one], place) || inside(place, data.places[one])));
  const lines = data.levels.find((one) => one.level === level).lines.filter((one) => one.places.some((place) => places[place]));
  return lines.reduce((sum, one) => sum + one.last - one.first + 1, 0);
}

async function checkLevels(page, { data }) {
  await show(page, "levels");
  for (const level of data.levels) {
    const panel = page.locator(`.level[data-level="${level.level}"]`);
    const first = level.text.split("\n")[0];
    assert.equal((await text(panel.locator(".cm-line").first())).trimEnd(), first.trimEnd());
  }
  if (data.levels.length === 0) return;
  const file = data.texts[0].file;
  const line = data.places.find((place) => place.file === file && place.column > 1)?.line ?? 1;
  await page.locator(`.level[data-level="text/${file}"] .cm-line`).nth(line - 1).click();
  for (const level of data.levels) {
    const lines = due(data, level.level, file, line);
    const said = (await text(page.locator(`.level[data-level="${level.level}"] h2 span`))).trim();
    assert.equal(said, lines ? count(lines, "line") : "", `lines of ${level.level} that come from line ${line}`);
  }
  assert.ok(page.url().includes("line=text"), page.url());
}

async function checkPasses(page, { data }) {
  await show(page, "passes");
  assert.equal(await page.locator(".sidebar button").count(), data.passes.length);
  for (const [at, pass] of data.passes.entries()) {
    if (pass.tree === undefined && pass.decisions.length === 0 && !pass.failed) continue;
    await page.locator(`.sidebar [data-pass="${at}"]`).click();
    const shown = page.locator(`article[data-pass="${at}"]`);
    assert.equal(await text(shown.locator("h2")), pass.name);
    assert.equal(await shown.locator(".decision").count(), pass.decisions.length);
    for (const [number, one] of pass.decisions.entries()) {
      const said = await text(shown.locator(".decision").nth(number));
      for (const part of [one.subject, one.what, one.why, one.change]) assert.ok(!part || said.includes(part.replace(/\s+/g, " ")), `${said}: ${part}`);
    }
    const before = data.passes.slice(0, at).findLast((one) => one.tree !== undefined && one.symbol === pass.symbol);
    if (pass.tree !== undefined && before) {
      const changed = (await shown.locator(".diff .added, .diff .removed").count()) > 0;
      const says = (one) => JSON.stringify([one.grid, one.block, one.nodes.map((node) => [node.kind, node.text, node.band?.tag, node.band?.permutable,
        node.band?.members.map((member) => [member.kind, member.coincident, member.schedule])])]);
      assert.equal(changed, says(data.trees[pass.tree]) !== says(data.trees[before.tree]), `the difference of ${pass.name}`);
    }
  }
}

async function checkTree(page, { data }) {
  await show(page, "tree");
  const options = page.locator(".treeview select option");
  assert.equal(await options.count(), data.trees.length);
  for (const [at, tree] of data.trees.entries()) {
    await page.locator(".treeview select").selectOption({ index: at });
    assert.equal(await page.locator(".treeview .node").count(), tree.nodes.length);
    const band = tree.nodes.find((node) => node.band);
    if (!band) continue;
    await page.locator(`.treeview .node[data-path="${band.path.join(".")}"]`).click();
    const rows = page.locator("table[aria-label='members of the band'] tbody tr");
    assert.equal(await rows.count(), band.band.members.length);
    for (const [number, member] of band.band.members.entries()) {
      const cells = await rows.nth(number).locator("td").allInnerTexts();
      assert.deepEqual([cells[0], cells[3], cells[4]], [member.kind, member.coincident ? "yes" : "no", member.schedule]);
      if (member.range) assert.equal(cells[1], String(member.range[1] - member.range[0] + 1));
    }
    assert.equal(await page.locator(".carries").count(), band.band.members.filter((one) => one.carries).length);
  }
}

async function checkInstances(page, { data, name }) {
  await show(page, "instances");
  const shown = await page.locator(".instances .cell").count();
  const summary = await text(page.locator(".summary"));
  const statement = summary.match(/of (\w+)/)[1];
  const domain = data.scops.flatMap((scop) => scop.domains).find((one) => one.statement === statement);
  assert.ok(domain, summary);
  assert.ok(summary.startsWith(count(shown, "instance")), summary);
  const sides = await page.locator(".controls select").evaluateAll((all) => all.slice(1, 3).map((one) => one.value));
  const window = name === "refused" ? 16 : 64;
  const extents = [...new Set(sides)].map((index) => domain.ranges[domain.indices.indexOf(index)]).map(([low, high]) => Math.min(window, high - low + 1));
  if (domain.is_box) assert.equal(shown, extents.reduce((product, one) => product * one, 1));
  const steps = await page.locator(".player input").count();
  if (steps) {
    const last = await page.locator(".player input").getAttribute("max");
    await page.locator(".player input").fill("0");
    const now = await page.locator(".cell.now").count();
    assert.equal(now, await page.locator('.cell[data-step="0"]').count());
    assert.ok(Number(last) > 0 && now > 0);
  }
}

async function checkMemory(page, { data }) {
  await show(page, "memory");
  for (const profile of data.facts.profile ?? []) {
    const accesses = profile.lines.filter((one) => /load|store|atomic/.test(one.class) && one.requests > 0);
    assert.equal(await page.locator(`.profile[data-kernel="${profile.kernel}"] tbody tr`).count(), accesses.length);
  }
  const last = [...new Set(data.trees.map((tree) => tree.scop))].map((scop) => data.trees.findLast((tree) => tree.scop === scop));
  const tiles = last.flatMap((tree) => tree.arrays).filter((one) => one.kind === "shared" && one.shape.length > 1);
  assert.deepEqual(await page.locator("figure[data-array]").evaluateAll((all) => all.map((one) => one.dataset.array)), tiles.map((one) => one.name));
  const arrays = new Set(data.scops.flatMap((scop) => scop.accesses.map((one) => one.array)));
  const choices = page.locator(".memory select").first().locator("option");
  if (await choices.count()) for (const one of await choices.allInnerTexts()) assert.ok(arrays.has(one), one);
}

async function checkLimits(page, { data }) {
  await show(page, "limits");
  for (const kernel of data.facts.report.kernels) {
    const shown = page.locator(`.limits .kernel[data-kernel="${kernel.kernel}"]`);
    const rows = await shown.locator(".bars li").count();
    assert.equal(rows, kernel.roofline.times.length);
    assert.ok((await text(shown.locator(".bars .bounds"))).startsWith(kernel.roofline.bound));
  }
  assert.equal(await page.locator(".plot canvas").count(), data.facts.report.kernels.some((one) => one.work?.flops && one.roofline) ? 1 : 0);
}

async function checkRanges(page, { data }) {
  await show(page, "ranges");
  const indices = data.ranges.flatMap((def) => def.statements.flatMap((statement) => statement.indices));
  const shown = await page.locator(".ranges [data-index] > code").allInnerTexts();
  assert.deepEqual(shown, indices.map((one) => `${one.name} in [${one.low}, ${one.high})`));
}

const checks = { overview: checkOverview, levels: checkLevels, passes: checkPasses, tree: checkTree, instances: checkInstances, memory: checkMemory, limits: checkLimits, ranges: checkRanges };
/** What is selected in the picture of each that is in the book. */
const best = {
  product: "view=overview", softmax: "view=passes&pass=6", stencil: "view=instances&colour=time", scatter: "view=tree&node=0.0.1.0",
  attention: "view=levels&hidden=llvm,tc&line=text/examples/attention.tc:4", refused: "view=instances",
};

describe("each view says what the data say", () => {
  for (const name of six) {
    test(name, async () => {
      const shown = compilation(name);
      assert.ok(shown.bytes < LIMIT);
      const { page, wrong } = await open(shown);
      const tabs = await page.locator(".tabs button").evaluateAll((all) => all.map((one) => one.dataset.view));
      assert.deepEqual(tabs, views(shown.data));
      for (const view of tabs) {
        await checks[view](page, shown);
        assert.deepEqual(wrong, [], `the view ${view}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${view} is wider than the page`);
      }
      await page.goto("about:blank");
      const again = await open(shown, { fragment: best[name] });
      assert.ok((await text(again.page.locator("main"))).length > 0);
      await picture(again.page, name);
      await Promise.all([page.close(), again.page.close()]);
    });
  }
});

test("the page says what the tool prints", async () => {
  const shown = compilation("product");
  const report = printed("product");
  const kernel = shown.data.facts.report.kernels[0];
  assert.ok(report.includes(kernel.kernel) && report.includes(kernel.roofline.bound), report);
  const mapping = JSON.parse(printed("product", "--explain=mapping", "--json")).mapping;
  const made = (all) => all.filter((one) => one.outcome === "passed").map((one) => `${one.subject}: ${one.what}`).sort();
  assert.deepEqual(made(shown.data.passes.flatMap((pass) => pass.decisions)), made(mapping));
  const { page } = await open(shown);
  const said = await page.locator(".decided li").allInnerTexts();
  assert.deepEqual(said.sort(), made(mapping));
  await page.close();
});

test("the block of an instance is that of the tree", async () => {
  const shown = compilation("product");
  const { page } = await open(shown, { fragment: "view=instances&statement=S1&colour=block" });
  const tree = shown.data.trees.at(-1);
  const [across, down] = [tree.grid[0], tree.grid[1]];
  assert.equal(await text(page.locator(".summary")), `${count(4096, "instance")} of S1, ${count(across * down, "block")}, 1 step`);
  await page.locator('.cell[data-at="63,63,0"]').hover();
  assert.match(await text(page.locator(".about")), new RegExp(`S1\\[63, 63, 0\\]: block \\(${down - 1}, ${across - 1}\\)`));
  assert.match(await text(page.locator(".about")), /reduction dependence to S1\[63, 63, 1\]/);
  await page.close();
});

test("a node shows its statement, its loop, and the dependence that it carries", async () => {
  const shown = compilation("product");
  const tree = shown.data.trees.at(-1);
  const node = tree.nodes.find((one) => one.band?.members.some((member) => member.kind === "sequential"));
  const { page } = await open(shown, { fragment: `view=tree&node=${node.path.join(".")}` });
  assert.match(await text(page.locator(".carries")), /sequential is not coincident: the reduction dependence S1\[0, 0, 0\] -> S1\[0, 0, /);
  const rows = await page.locator("table[aria-label='statements below the node'] tbody tr").allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split("\t").slice(0, 2)), [["S1[m, n, k]", "C(m,n) +=! A(m,k) * B(k,n)"]]);
  const links = await page.locator(".loops a").allInnerTexts();
  const loops = shown.data.levels.find((one) => one.level === "loops").text.split("\n");
  assert.ok(links.length > 0);
  for (const link of links) assert.match(loops[Number(link.split(":")[1]) - 1], /scf\.for/);
  await page.locator(".loops a").first().click();
  assert.ok(page.url().includes(`view=levels`) && page.url().includes("line=loops"), page.url());
  await page.close();
});

test("a refused schedule opens with its two instances and the node that parts them", async () => {
  const shown = compilation("refused");
  const { witness, trees } = shown.data;
  assert.ok(shown.stderr.includes(witness.message));
  const { page } = await open(shown, { fragment: "view=instances" });
  const said = await text(page.locator("section.witness"));
  assert.ok(said.includes(witness.message) && said.includes(`${witness.first.statement}[${witness.first.indices.join(", ")}]`), said);
  assert.match(said, /so the second runs first/);
  assert.deepEqual(await page.locator("g.witness text").allTextContents(), ["1", "2"]);
  await page.locator("section.witness button").click();
  const path = await page.locator(".detail").getAttribute("data-path");
  assert.equal(trees[witness.tree].nodes.find((node) => (node.path.join(".") || "root") === path).kind, "band");
  await page.close();
});

test("a search shows its best trial and which option matters", async () => {
  const shown = compilation("tuned");
  const { page, wrong } = await open(shown, { fragment: "view=tuning" });
  assert.match(await text(page.locator(".tuning .summary")), /^4 trials of mm on host .* 1 trial without a cost\.$/);
  assert.match(await text(page.locator(".tuning")), /The best options: tile=4,32 unroll=4\. It costs 2, and the defaults 8: 4\.00 times as much/);
  const rows = await page.locator("table[aria-label='which option matters'] tbody tr").allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split("\t").slice(0, 2)), [["tile", "4.00×"], ["unroll", "4.00×"], ["skewing", "1.00×"]]);
  const pair = await page.locator("table[aria-label='two candidates'] tr").allInnerTexts();
  assert.deepEqual(pair.map((row) => row.split("\t")), [["", "trial 2", "trial 0"], ["cost", "2", "8"], ["tile", "4,32", "the default"], ["unroll", "4", "the default"]]);
  assert.equal(await page.locator(".tuning canvas").count(), 1);
  assert.deepEqual(wrong, []);
  await page.close();
});

test("the elements of a column are in as many banks as the tile's row allows", async () => {
  const shown = compilation("padded");
  const { page } = await open(shown, { fragment: "view=memory" });
  const tiles = shown.data.trees.at(-1).arrays.filter((one) => one.kind === "shared");
  assert.deepEqual(tiles.map((one) => one.shape), [[32, 33]]);
  assert.match(await text(page.locator("figcaption")), /the elements of a column are in 32 banks/);
  await page.close();
});

test("an incomplete compilation shows what was reached, and why it ended", async () => {
  const shown = compilation("incomplete");
  const { page, wrong } = await open(shown);
  assert.match(await text(page.locator(".state")), /the last level that it reached is tc/);
  assert.match(await text(page.locator(".diagnostic").first()), /error\[TC0206\]/);
  assert.equal(await page.locator(".tabs [data-view='tree']").count(), 0);
  assert.deepEqual(wrong, []);
  await page.close();
});

test("names, comments and paths are texts and no markup", async () => {
  const shown = compilation("hostile");
  for (const view of views(shown.data)) {
    const { page, wrong } = await open(shown, { fragment: `view=${view}&search=alert` });
    assert.match(await text(page.locator("h1")), /<script>alert\(1\)<script>\.tc$/);
    assert.equal(await page.locator("img").count() + (await page.locator("body script").count()), 2, "the data and the script of the page");
    assert.deepEqual(wrong, []);
    await page.close();
  }
});

test("three layers of a network are within 3 MB, and each kernel is there", async () => {
  const shown = compilation("mlp3");
  assert.ok(shown.bytes < LIMIT, `${shown.bytes} bytes`);
  const { page, wrong } = await open(shown);
  assert.equal(await page.locator("li.kernel").count(), shown.data.facts.report.kernels.length);
  assert.deepEqual(wrong, []);
  await page.close();
});

test("keys, search and the fragment", async () => {
  const shown = compilation("softmax");
  const { page, wrong } = await open(shown);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  assert.equal(await text(page.locator("article h2")), shown.data.passes[1].name);
  const url = page.url();
  await page.reload();
  assert.equal(page.url(), url);
  assert.equal(await text(page.locator("article h2")), shown.data.passes[1].name);
  await page.keyboard.press("/");
  await page.keyboard.type("exp");
  const all = [...shown.data.texts, ...shown.data.levels].map((one) => one.text.split("\n").filter((line) => line.toLowerCase().includes("exp")).length);
  const levels = all.reduce((sum, one) => sum + Math.min(200, one), 0);
  const found = await page.locator(".results li").count();
  assert.ok(found >= levels && levels > 0, `${found} results, and ${levels} lines`);
  await page.locator(".results li button", { hasText: "schedule:" }).first().click();
  assert.match(page.url(), /view=levels&line=schedule/);
  await page.locator("header button[aria-label='light or dark']").click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.deepEqual(wrong, []);
  await page.close();
});

test("it reads well at 1920 too, and in the dark", async () => {
  const shown = compilation("product");
  for (const view of views(shown.data)) {
    const { page, wrong } = await open(shown, { fragment: `view=${view}`, width: 1920, theme: "dark" });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, view);
    assert.deepEqual(wrong, []);
    await page.close();
  }
});
