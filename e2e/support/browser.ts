import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const FULL_BROWSERS = ["/usr/bin/chromium", "/usr/bin/google-chrome"];
/** Debian's headless shell takes a quarter less time. It loads lazy pictures from further below than other browsers. */
const HEADLESS_FIRST = ["/usr/bin/chromium-headless-shell", ...FULL_BROWSERS];

/**
 * Finds a Chromium for the tests: `CHROMIUM_PATH`, the system's, or npm's, which is a headless shell. With
 * `NO_SYSTEM_CHROMIUM` the system's is not used. The system's headless shell is used only with `prefersHeadlessShell`,
 * because some tests measure what a page loads or need a feature that the shell lacks.
 */
export async function resolveBrowserPath({ prefersHeadlessShell = false } = {}): Promise<string> {
  const candidates = prefersHeadlessShell ? HEADLESS_FIRST : FULL_BROWSERS;
  const installedPath =
    process.env.CHROMIUM_PATH ?? (process.env.NO_SYSTEM_CHROMIUM ? undefined : candidates.find(existsSync));
  return installedPath ?? unpackNpmChromium();
}

/** Unpacks npm's Chromium once and renames it into place, so that no other process sees an incomplete browser. */
function unpackNpmChromium(): string {
  const root = path.join(path.dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const folder = path.resolve("node_modules/.cache/chromium", version);
  const browserPath = path.join(folder, "chromium");
  if (existsSync(browserPath)) return browserPath;
  const temporaryFolder = `${folder}.${process.pid}`;
  mkdirSync(temporaryFolder, { recursive: true });
  const archive = JSON.stringify(path.join(root, "bin/al2023.tar.br"));
  execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import c, { inflate } from '@sparticuz/chromium'; await c.executablePath(); await inflate(${archive})`,
    ],
    { env: { ...process.env, TMPDIR: temporaryFolder }, stdio: "inherit" },
  );
  try {
    renameSync(temporaryFolder, folder);
  } catch {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
  return browserPath;
}
