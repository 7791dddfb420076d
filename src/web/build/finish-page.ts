import { createHash } from "node:crypto";
import { BOOT_SCRIPT } from "./boot.ts";

export interface FinishedPage {
  html: string;
  /** Base64 SHA-256 of every inline script that is ours, for the page's Content-Security-Policy. */
  scriptHashes: string[];
}

/**
 * Makes a rendered page ready to be kept: takes the script mark off (what carried it is ours, and gets its hash into
 * the policy), leaves the preloads of code out, and puts the entry module behind the boot script.
 */
export function finishPage(rendered: string, mark: string): FinishedPage {
  const hashes = new Set<string>();
  const attribute = ` nonce="${mark}"`;
  const html = rendered
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll(/<script([^>]*)>([\s\S]*?)<\/script>/g, (whole, attributes: string, code: string) => {
      if (!attributes.includes(attribute)) return whole;
      const rest = attributes.replace(attribute, "");
      if (/\bsrc=/.test(rest)) return `<script${rest}>${code}</script>`;
      hashes.add(sha256(code));
      if (!rest.includes('type="module"')) return `<script${rest}>${code}</script>`;
      hashes.add(sha256(BOOT_SCRIPT));
      return `<script type="text/plain" id="app-code">${code}</script><script>${BOOT_SCRIPT}</script>`;
    })
    .replaceAll(attribute, "");
  return { html, scriptHashes: [...hashes] };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
