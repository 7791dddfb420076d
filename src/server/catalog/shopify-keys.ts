import { createHash } from "node:crypto";
import { toSlug } from "./slug.ts";

/** Prefix of the source key of products from Shopify. */
export const SHOPIFY_KEY_PREFIX = "shopify:";

interface ShopifyKeys {
  /** The source key of Shopify's whole product. */
  handleKey: string;
  /** The source key of one of its colours. */
  colorKey: string;
  /** The last twelve hexadecimal digits of a product's id here, if the handle ends with them (`exportedHandle`). */
  idTail: string | null;
}

/** The keys that identify a product of Shopify, or one of its colours, in the shop. */
export function shopifyKeys(handle: string, color: string | null): ShopifyKeys {
  return {
    handleKey: `${SHOPIFY_KEY_PREFIX}${handle}`,
    colorKey: `${SHOPIFY_KEY_PREFIX}${handle}#${toSlug(color ?? "")}`,
    idTail: /-([0-9a-f]{12})$/.exec(handle)?.[1] ?? null,
  };
}

/** The handle of an exported product that cannot keep one from Shopify: its name and the end of its id. */
export function exportedHandle({ id, name }: { id: string; name: string }): string {
  return `${toSlug(name) || "producto"}-${id.slice(-12)}`;
}

/** The style code of the colours of Shopify's product, of at most 50 characters. */
export function toStyleCode(handle: string): string {
  const code = toSlug(handle);
  if (code !== "" && code.length <= 50) return code;
  return `${code.slice(0, 41)}-${createHash("sha256").update(handle).digest("hex").slice(0, 8)}`.replace(/^-/, "");
}
