import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../../..");

const BUILDER_PATH = "node_modules/@react-router/dev/bin.cjs";

/** Another process interferes at most once for each of its builds. */
const REPLACE_ATTEMPTS = 10;

/** Folder of the built pages: `client/` for the browser, `server/` for the server. */
export const BUILD_FOLDER = path.join(ROOT, "build");

/**
 * Builds the pages when the build is missing or older than its sources. Each process builds in a folder of its own,
 * because two shops or test files may start at the same time.
 */
export function buildIfNeeded(): void {
  if (!isBuildNeeded(ROOT)) return;
  console.log("Construyendo las páginas (solo la primera vez)…");
  const newFolder = path.join(ROOT, `build-${process.pid}`);
  // The build is always for production, also when a test or the development server starts it.
  const env = { ...process.env, NODE_ENV: "production", VITEST: undefined, NEW_BUILD_FOLDER: newFolder };
  try {
    const result = spawnSync(process.execPath, [path.join(ROOT, BUILDER_PATH), "build"], {
      cwd: ROOT,
      encoding: "utf8",
      env,
    });
    if (result.status !== 0) throw new Error(`La construcción falló:\n${result.stdout}\n${result.stderr}`);
    if (isBuildNeeded(ROOT)) replaceFolder(BUILD_FOLDER, newFolder);
  } finally {
    rmSync(newFolder, { recursive: true, force: true });
  }
}

/** Replaces `folder` with `newFolder`. If several processes do so at the same time, one of the folders remains. */
export function replaceFolder(folder: string, newFolder: string): void {
  const replacedFolder = `${newFolder}-replaced`;
  for (let attempt = 1; ; attempt++) {
    try {
      if (existsSync(folder)) renameSync(folder, replacedFolder);
      renameSync(newFolder, folder);
      break;
    } catch (error) {
      if (attempt === REPLACE_ATTEMPTS) throw error;
    } finally {
      rmSync(replacedFolder, { recursive: true, force: true });
    }
  }
}

/**
 * Whether the pages of the clone in `root` must be built. Without the build tools (in a container image) the existing
 * build is used as it is, because copied folders have dates of their own.
 */
export function isBuildNeeded(root: string): boolean {
  const builtFile = path.join(root, "build/server/index.js");
  if (!existsSync(builtFile)) return true;
  if (!existsSync(path.join(root, BUILDER_PATH))) return false;
  const builtAt = statSync(builtFile).mtimeMs;
  return (
    findNewestModificationMs(path.join(root, "src")) >= builtAt ||
    findNewestModificationMs(path.join(root, "vite.config.ts")) >= builtAt
  );
}

/** The newest modification time of a file, or of a folder and all in it, in milliseconds since 1970. Skips tests. */
function findNewestModificationMs(target: string): number {
  const stats = statSync(target);
  if (!stats.isDirectory()) return target.endsWith(".test.ts") ? 0 : stats.mtimeMs;
  return readdirSync(target).reduce(
    (latest, name) => Math.max(latest, findNewestModificationMs(path.join(target, name))),
    stats.mtimeMs,
  );
}
