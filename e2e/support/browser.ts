import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const WHOLE = ["/usr/bin/chromium", "/usr/bin/google-chrome"];
/** Debian's browser without its window: a quarter less time. It fetches pictures from further below than people's do. */
const QUICK = ["/usr/bin/chromium-headless-shell", ...WHOLE];

/**
 * A Chromium to test with: `CHROMIUM_PATH`, the system's, or the one that npm brought. Without `quick` it is one as people
 * have, for whatever measures what a page fetches or needs what only they can do.
 */
export async function browserPath({ quick = false } = {}): Promise<string> {
  const known = quick ? QUICK : WHOLE;
  const own = process.env.CHROMIUM_PATH ?? (process.env.NO_SYSTEM_CHROMIUM ? undefined : known.find(existsSync));
  return own ?? unpackNpmChromium();
}

/** Unpacked once, and moved to its place whole: two starts at once must not see half a browser. */
function unpackNpmChromium(): string {
  const root = path.join(path.dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const folder = path.resolve("node_modules/.cache/chromium", version);
  const browser = path.join(folder, "chromium");
  if (existsSync(browser)) return browser;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const archive = JSON.stringify(path.join(root, "bin/al2023.tar.br"));
  execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import c, { inflate } from '@sparticuz/chromium'; await c.executablePath(); await inflate(${archive})`,
    ],
    { env: { ...process.env, TMPDIR: draft }, stdio: "inherit" },
  );
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return browser;
}
