import { createHash } from "node:crypto";
import { BOOT_SCRIPT } from "./boot.ts";

const END_TAG = "</script>";

export interface FinishedPage {
  html: string;
  /** Base64 SHA-256 of each of our inline scripts, for the page's Content-Security-Policy. */
  scriptHashes: string[];
}

/**
 * Makes a rendered page ready to be cached. It removes the nonce that marks our own scripts, and returns the hashes of
 * the inline ones. It removes the preloads of code. The entry module becomes text that the boot script starts.
 */
export function finishPage(renderedHtml: string, nonce: string): FinishedPage {
  const hashes = new Set<string>();
  const nonceAttribute = ` nonce="${nonce}"`;
  const parts: string[] = [];
  let end = 0;
  for (const { index } of renderedHtml.matchAll(/<script[\s>]/g)) {
    // The match is inside the text of the previous script.
    if (index < end) continue;
    const codeStart = renderedHtml.indexOf(">", index) + 1;
    const codeEnd = renderedHtml.indexOf(END_TAG, codeStart);
    if (codeEnd === -1) break;
    parts.push(renderedHtml.slice(end, index));
    end = codeEnd + END_TAG.length;
    parts.push(
      finishScript(
        renderedHtml.slice(index, codeStart),
        renderedHtml.slice(codeStart, codeEnd),
        nonceAttribute,
        hashes,
      ),
    );
  }
  parts.push(renderedHtml.slice(end));
  const html = parts
    .join("")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll(nonceAttribute, "");
  return { html, scriptHashes: [...hashes] };
}

function finishScript(startTag: string, code: string, nonceAttribute: string, hashes: Set<string>): string {
  if (!startTag.includes(nonceAttribute)) return startTag + code + END_TAG;
  const tag = startTag.replace(nonceAttribute, "");
  if (/\bsrc=/.test(tag)) return tag + code + END_TAG;
  hashes.add(sha256(code));
  if (!tag.includes('type="module"')) return tag + code + END_TAG;
  hashes.add(sha256(BOOT_SCRIPT));
  return `<script type="text/plain" id="app-code">${code}</script><script>${BOOT_SCRIPT}</script>`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
