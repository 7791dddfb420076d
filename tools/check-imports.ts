import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * The folders of src/server, lowest first: a folder imports only folders that come before it in this list. If two
 * folders need each other, the shared code belongs to a lower folder, or one enqueues a job in the same transaction.
 * Files directly in src/server (such as start-app.ts and routes.ts) compose the folders. Of these files, folders may
 * import only `app.ts`, `config.ts` and `log.ts`.
 */
export const FOLDER_ORDER: readonly string[] = `
  tracing vault csv zip db cfdi limits jobs sessions http change-log shops api pdf
  adapters branding presale-access holding tickets mail order-money pictures
  offers size-guides postal-codes check-in catalog wishlists reviews home shipping pickup-points settings feeds customers stock size-labels presale promotions cart waiting-list order-parcels orders parcels carrier-labels pickups returns
  invoicing audit system payments checkout notifications order-management staff sign-in backup
`
  .trim()
  .split(/\s+/);

/** Files outside all folders that every folder may import. */
const SHARED_FILES = new Set(["src/server/app.ts", "src/server/config.ts", "src/server/log.ts"]);
/** Tests and their helpers may import everything. */
const TEST_PATH = /\.test\.ts$|^src\/server\/(?:testing|fault-tests)\//;
const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

export interface SourceFile {
  path: string;
  text: string;
}

/** One line for each forbidden import, and for each file of a folder that is missing in the order. */
export function findWrongImports(files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  for (const { path: file, text } of files) {
    const importingFolder = folderOf(file);
    if (importingFolder === undefined || TEST_PATH.test(file)) continue;
    if (!FOLDER_ORDER.includes(importingFolder))
      problems.push(`${file}: the folder ${importingFolder} is not in FOLDER_ORDER (tools/check-imports.ts)`);
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = path.posix.join(path.posix.dirname(file), specifier!);
      const importedFolder = folderOf(target);
      const isWrong =
        importedFolder === undefined
          ? isForbidden(target)
          : importedFolder !== importingFolder &&
            FOLDER_ORDER.indexOf(importedFolder) > FOLDER_ORDER.indexOf(importingFolder);
      if (isWrong) problems.push(`${file} imports ${target}: ${importingFolder} is below it (tools/check-imports.ts)`);
    }
  }
  return problems;
}

function folderOf(file: string): string | undefined {
  const [src, server, folder, ...innerPath] = file.split("/");
  return src === "src" && server === "server" && innerPath.length > 0 ? folder : undefined;
}

/** Whether the file composes the folders or is part of the demo, so that no folder may import it. */
function isForbidden(file: string): boolean {
  return file.startsWith("demo/") || (file.startsWith("src/server/") && !SHARED_FILES.has(file));
}

function readSources(): SourceFile[] {
  const listing = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src/server"], {
    encoding: "utf8",
  });
  const files = listing.split("\n").filter((file) => file.endsWith(".ts"));
  return [...new Set(files)].map((file) => ({ path: file, text: readFileSync(file, "utf8") }));
}

if (import.meta.main) {
  const problems = findWrongImports(readSources());
  for (const line of problems) console.error(line);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
