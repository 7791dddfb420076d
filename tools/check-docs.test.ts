import { describe, expect, test } from "vitest";
import { checkDocs } from "./check-docs.ts";

const CONSISTENT_FILES = {
  "docs/rules.md": "# Rules\n\n## Cart\n\n### CART-1\nReserves.\n\n### CART-2\nExpires.\n",
  "docs/decisions/0001-one-process.md": "# 1. Serve all from one process\n",
  "docs/decisions/README.md": "| 1 | [Serve all](0001-one-process.md) |\n",
};

const check = (files: Record<string, string | null>): string[] =>
  checkDocs(new Map(Object.entries({ ...CONSISTENT_FILES, ...files })));

test("consistent documents have no problems", () => {
  const links = "[a](docs/rules.md#cart-1) [b](docs/decisions) [c](https://example.com/x.md#y) [d](#title-of-it)\n";
  const readme = `# Title of it\n\n${links}\n\`[e](nowhere.md)\`\n\n\`\`\`\n[f](nowhere.md)\n\`\`\`\n`;
  const code =
    "/** Expires (rules CART-1, CART-2 and\n * CART-1, decision\n * 1; docs/rules.md#cart-2, README.md). */\n";
  expect(check({ "README.md": readme, "src/cart.ts": code, "logo.webp": null })).toEqual([]);
});

describe("links of documents", () => {
  test.each([
    ["[a](missing.md)", "docs/a.md:3: missing.md does not exist"],
    ["[a](rules.md#cart-3)", "docs/a.md:3: docs/rules.md has no heading for #cart-3"],
    ["[a\nb](../missing/)", "docs/a.md:4: ../missing/ does not exist"],
    ["[a](../../other/x.md)", "docs/a.md:3: ../../other/x.md leads outside the repository"],
    ["[a](#b)", "docs/a.md:3: docs/a.md has no heading for #b"],
  ])("%j is reported", (link, problem) => {
    expect(check({ "docs/a.md": `# A\n\n${link}\n` })).toEqual([problem]);
  });

  test("the second of two headings with the same anchor gets a number in it", () => {
    expect(
      check({
        "docs/a.md": "# A\n\n## What `it` does!\n\n## What it does\n\n[a](#what-it-does) [b](#what-it-does-1)\n",
      }),
    ).toEqual([]);
  });
});

describe("citations in code", () => {
  test.each([
    ["// Expires (rule CART-9).", "there is no rule CART-9 in docs/rules.md"],
    ["// Expires (rules CART-1, CART-8).", "there is no rule CART-8 in docs/rules.md"],
    ["// One process (decision 2).", "there is no decision 2"],
    ["// One process (decisions 1 and 12).", "there is no decision 12"],
    ["// See docs/missing.md.", "docs/missing.md does not exist"],
    ["// See docs/rules.md#cart-9.", "docs/rules.md has no heading for #cart-9"],
    ["// Expires (ruling 8).", '"ruling" cites something outside the repository'],
    ["// Twelve a page (spec §9).", '"spec §" cites something outside the repository'],
    ["// As api.md has it.", '"api.md" cites something outside the repository'],
    ["// Asked for in issue 8.", '"issue 8" cites something outside the repository'],
    ['readFile("../../shared/sat");', '"../../shared" cites something outside the repository'],
  ])("%s is reported", (line, problem) => {
    expect(check({ "src/cart.ts": `${line}\n` })).toEqual([`src/cart.ts:1: ${problem}`]);
  });

  test("only CI may name the shared folder outside the repository", () => {
    expect(check({ ".ci/run": "cd ../shared/sat\n" })).toEqual([]);
    expect(check({ ".ci/run": "cat ../shared/x # ruling 8\n" })).toEqual([
      '.ci/run:1: "ruling" cites something outside the repository',
    ]);
  });
});

describe("rules and decision records", () => {
  test("a rule's number that is used twice is reported", () => {
    const rules = `${CONSISTENT_FILES["docs/rules.md"]}\n### CART-1\nAgain.\n`;
    expect(check({ "docs/rules.md": rules })).toEqual(["docs/rules.md: rule CART-1 is there twice"]);
  });

  test("a record's number that is used twice, and a record that is not in the index, are reported", () => {
    expect(check({ "docs/decisions/0001-again.md": "# 1. Again\n" })).toEqual([
      "docs/decisions: number 1 is there twice",
      "docs/decisions/README.md: docs/decisions/0001-again.md is missing",
    ]);
  });
});
