import { createHash } from "node:crypto";
import { BOOT_SCRIPT } from "./boot.ts";

export interface FinishedPage {
  html: string;
  /** Base64 SHA-256 of every inline script of the page, for its Content-Security-Policy. */
  scriptHashes: string[];
}

/**
 * Makes a rendered page ready to be cached. It removes the nonce that marks our own scripts and adds the hashes of
 * those scripts to the policy, removes the preloads of code, and hands the entry module to the boot script.
 */
export function finishPage(rendered: string, nonce: string): FinishedPage {
  const hashes = new Set<string>();
  const attribute = ` nonce="${nonce}"`;
  const html = rendered
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll(/<script([^>]*)>([\s\S]*?)<\/script>/g, (original, attributes: string, code: string) => {
      if (!attributes.includes(attribute)) return original;
      const attributesWithoutNonce = attributes.replace(attribute, "");
      if (/\bsrc=/.test(attributesWithoutNonce)) return `<script${attributesWithoutNonce}>${code}</script>`;
      hashes.add(sha256(code));
      if (!attributesWithoutNonce.includes('type="module"')) return `<script${attributesWithoutNonce}>${code}</script>`;
      hashes.add(sha256(BOOT_SCRIPT));
      return `<script type="text/plain" id="app-code">${code}</script><script>${BOOT_SCRIPT}</script>`;
    })
    .replaceAll(attribute, "");
  return { html, scriptHashes: [...hashes] };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
