import type { SizeCodes } from "../../domain/size-codes.ts";
import type { ImportedProduct, RefusedRow } from "./imported-product.ts";

type CodeField = "sku" | "gtin";

export const CODE_NAME: Record<CodeField, string> = { sku: "el SKU", gtin: "el código de barras" };

/** The normalised form of a code, in which it must be unique (rule PRODUCT-3). */
export function codeKey(field: CodeField, code: string): string {
  return `${field} ${field === "sku" ? code.toLowerCase() : code.padStart(14, "0")}`;
}

/** The codes of a size that are not empty. */
export function codesOf(size: Partial<SizeCodes>): { field: CodeField; code: string; key: string }[] {
  return (["sku", "gtin"] as const).flatMap((field) => {
    const code = size[field];
    return code ? [{ field, code, key: codeKey(field, code) }] : [];
  });
}

/** Removes the sizes whose code a size before them in `products` has. Returns them as refused rows. */
export function removeSizesWithRepeatedCodes(products: readonly ImportedProduct[]): RefusedRow[] {
  const lineByKey = new Map<string, number>();
  const refusedRows: RefusedRow[] = [];
  for (const product of products) {
    product.sizes = product.sizes.filter((size) => {
      const codes = codesOf(size);
      const repeatedCode = codes.find(({ key }) => lineByKey.has(key));
      if (!repeatedCode) {
        for (const { key } of codes) lineByKey.set(key, size.line);
        return true;
      }
      const { field, code, key } = repeatedCode;
      const reason = `${CODE_NAME[field]} ${code} ya está en el renglón ${lineByKey.get(key)}`;
      refusedRows.push({ line: size.line, handle: product.handle, reason });
      return false;
    });
  }
  return refusedRows;
}
