import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The files that Git does not ignore, by their path from the repository's root. Null: a file without text to check. */
export type Files = ReadonlyMap<string, string | null>;

const TEXT_PATH = /\.(?:md|ts|tsx|css|sql|json|ya?ml|sh|conf|service|example)$|^(?:\.ci\/|deploy\/)/;
/** Binary or generated files, and this file and its test, which contain the forbidden words. */
const SKIPPED_PATH = /^package-lock\.json$|^tools\/check-docs(?:\.test)?\.ts$|\.(?:webp|avif|png|woff2?|ico)$/;

/** Citations of something outside the repository. */
const OUTSIDE_CITATIONS: readonly RegExp[] = [
  /\brulings?\b/i,
  /\bspec §/i,
  /\bthe spec\b/i,
  /\b(?:shop|api|rulings|DESIGN|STYLE)\.md\b/,
  /\bissues? \d+/i,
  /(?:\.\.\/)+shared\b/,
  /\/work\//,
];
/** The only file that may name the folder `shared`, which is outside the repository. */
const FILE_WITH_OUTSIDE_PATHS = ".ci/run";

/** The characters between a word and its number: a space, or a line break with the beginning of a comment's line. */
const GAP = String.raw`(?:[ \n]|\n[ \t]*(?:\*|\/\/|--)[ ]?)`;
const RULE_CITATION = new RegExp(String.raw`\b[Rr]ules?${GAP}+([A-Z]+-\d+(?:(?:,|${GAP}and)${GAP}+[A-Z]+-\d+)*)`, "g");
const DECISION_CITATION = new RegExp(String.raw`\b[Dd]ecisions?${GAP}+(\d+(?:(?:,|${GAP}and)${GAP}+\d+)*)`, "g");
const RULE_HEADING = /^### ([A-Z]+-\d+)$/gm;
const RECORD_PATH = /^docs\/decisions\/(\d{4})-.+\.md$/;

/** The problems of documents and citations, as "path:line: sentence". Empty if there are none. */
export function checkDocs(files: Files): string[] {
  return [
    ...checkRules(files),
    ...checkRecords(files),
    ...[...files].flatMap(([file, text]) => checkFile(files, file, text)),
  ];
}

function checkFile(files: Files, file: string, text: string | null): string[] {
  if (text === null) return [];
  const locationOf = (index: number): string => `${file}:${text.slice(0, index).split("\n").length}`;
  const rules = new Set(listRuleIds(files));
  const records = new Set(listRecordNumbers(files));
  const problems: string[] = [];
  for (const { 0: citation, index } of findOutsideCitations(file, text)) {
    problems.push(`${locationOf(index)}: "${citation}" cites something outside the repository`);
  }
  for (const match of text.matchAll(RULE_CITATION)) {
    for (const [id] of match[1]!.matchAll(/[A-Z]+-\d+/g)) {
      if (!rules.has(id)) problems.push(`${locationOf(match.index)}: there is no rule ${id} in docs/rules.md`);
    }
  }
  for (const match of text.matchAll(DECISION_CITATION)) {
    for (const [digits] of match[1]!.matchAll(/\d+/g)) {
      if (!records.has(Number(digits))) problems.push(`${locationOf(match.index)}: there is no decision ${digits}`);
    }
  }
  for (const { target, index } of file.endsWith(".md") ? findMarkdownLinks(text) : findNamedDocs(text)) {
    const folder = file.endsWith(".md") ? path.posix.dirname(file) : ".";
    const problem = checkLink(files, file, folder, target);
    if (problem) problems.push(`${locationOf(index)}: ${problem}`);
  }
  return problems;
}

function findOutsideCitations(file: string, text: string): RegExpExecArray[] {
  return OUTSIDE_CITATIONS.filter(
    (pattern) => file !== FILE_WITH_OUTSIDE_PATHS || !pattern.source.includes("shared"),
  ).flatMap((pattern) => [...text.matchAll(new RegExp(pattern, `g${pattern.flags}`))]);
}

/** Why a link is broken. Null if it is valid or leads to another site. */
function checkLink(files: Files, file: string, folder: string, target: string): string | null {
  if (/^[a-z]+:/.test(target)) return null;
  const [writtenPath, anchor] = target.split("#") as [string, string | undefined];
  const linkedPath = writtenPath === "" ? file : path.posix.normalize(path.posix.join(folder, decodeURI(writtenPath)));
  if (linkedPath.startsWith("..")) return `${target} leads outside the repository`;
  const isFolder = [...files.keys()].some((name) => name.startsWith(`${linkedPath.replace(/\/$/, "")}/`));
  if (!files.has(linkedPath) && !isFolder) return `${target} does not exist`;
  if (anchor === undefined) return null;
  return anchorsOf(files.get(linkedPath) ?? "").has(anchor) ? null : `${linkedPath} has no heading for #${anchor}`;
}

/** Links of a Markdown text outside code. Code is replaced by spaces, which keeps the positions. */
function findMarkdownLinks(text: string): { target: string; index: number }[] {
  const blankOut = (code: string): string => code.replace(/[^\n]/g, " ");
  const prose = text.replace(/^```[\s\S]*?^```/gm, blankOut).replace(/`[^`\n]*`/g, blankOut);
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => ({ target: match[1]!, index: match.index }));
}

/** Documents that code names by their path from the root: "docs/rules.md#cart-3", "CONTRIBUTING.md". */
function findNamedDocs(text: string): { target: string; index: number }[] {
  const pattern = /(?<![\w./-])(?:docs\/[\w./-]*?|[A-Z]+)\.md(?:#[\w-]+)?/g;
  return [...text.matchAll(pattern)].map((match) => ({ target: match[0], index: match.index }));
}

/**
 * The anchors of a text: those of `<a id>`, and those that GitHub derives from headings. These are in lower case, with
 * hyphens for spaces, without punctuation, and with a number if they are repeated.
 */
function anchorsOf(text: string): Set<string> {
  const slugCounts = new Map<string, number>();
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)"/g)].map((match) => match[1]!));
  for (const [, heading] of text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = words
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    const count = slugCounts.get(slug) ?? 0;
    slugCounts.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

function listRuleIds(files: Files): string[] {
  return [...(files.get("docs/rules.md") ?? "").matchAll(RULE_HEADING)].map((match) => match[1]!);
}

function checkRules(files: Files): string[] {
  const ids = listRuleIds(files);
  const repeatedIds = ids.filter((id, index) => ids.indexOf(id) !== index);
  return repeatedIds.map((id) => `docs/rules.md: rule ${id} is there twice`);
}

function listRecordNumbers(files: Files): number[] {
  return [...files.keys()].flatMap((name) => RECORD_PATH.exec(name)?.slice(1).map(Number) ?? []);
}

/** Each decision record has a unique number and an entry in the index. */
function checkRecords(files: Files): string[] {
  const numbers = listRecordNumbers(files);
  const indexText = files.get("docs/decisions/README.md") ?? "";
  const recordPaths = [...files.keys()].filter((name) => RECORD_PATH.test(name));
  return [
    ...numbers
      .filter((n, position) => numbers.indexOf(n) !== position)
      .map((n) => `docs/decisions: number ${n} is there twice`),
    ...recordPaths
      .filter((name) => !indexText.includes(`](${path.posix.basename(name)})`))
      .map((name) => `docs/decisions/README.md: ${name} is missing`),
  ];
}

function readFiles(root: string): Files {
  const listing = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const read = (name: string): string | null =>
    TEXT_PATH.test(name) && !SKIPPED_PATH.test(name) ? readFileSync(path.join(root, name), "utf8") : null;
  const existingPaths = listing
    .toString()
    .split("\0")
    .filter((name) => name !== "" && existsSync(path.join(root, name)));
  return new Map(existingPaths.map((name) => [name, read(name)]));
}

if (import.meta.main) {
  const problems = checkDocs(readFiles(path.resolve(import.meta.dirname, "..")));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
