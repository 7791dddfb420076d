import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

// The first draws nothing that nobody sees: a quarter less time than the whole browser.
const SYSTEM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** A Chromium to test with: `CHROMIUM_PATH`, the system's, or the one that npm brought. */
export async function browserPath(): Promise<string> {
  const own = process.env.CHROMIUM_PATH ?? (process.env.NO_SYSTEM_CHROMIUM ? undefined : SYSTEM.find(existsSync));
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
