import { code128, ean13, isCode128Text, type Barcode } from "./barcode.ts";
import { ownCodeOf, type CodedSize } from "./scanned-code.ts";

export interface LabelCode {
  barcode: Barcode;
  /** Printed below the bars. */
  text: string;
}

/** The narrowest bar that common barcode readers read, 0.19 mm, in points. */
const MIN_MODULE_POINTS = (0.19 * 72) / 25.4;
/** The nominal bar of EAN-13, 0.33 mm, in points: wider bars are not read better. */
const MAX_MODULE_POINTS = (0.33 * 72) / 25.4;

/**
 * The code of a size's label (rule CODE-5): its GTIN of 12 or 13 digits as EAN-13, else its SKU or another GTIN as Code
 * 128. Without them, or if Code 128 cannot encode them in the width of the label, our own code. A GTIN of 12 or 13
 * digits becomes EAN-13 even if its bars are too narrow for the label.
 */
export function labelCodeOf(size: CodedSize, widthPoints: number): LabelCode {
  const { sku, gtin } = size;
  if (gtin?.length === 12 || gtin?.length === 13) return { barcode: ean13(gtin.padStart(13, "0")), text: gtin };
  const fittingCode = [sku, gtin].find(
    (code) =>
      code !== null && isCode128Text(code) && moduleWidthPoints(code128(code), widthPoints) >= MIN_MODULE_POINTS,
  );
  const text = fittingCode ?? ownCodeOf(size.sizeId);
  return { barcode: code128(text), text };
}

/** The width of a module, in points, for a barcode with its quiet zones in this width. */
export function moduleWidthPoints({ moduleCount, quietZone }: Barcode, widthPoints: number): number {
  return Math.min(MAX_MODULE_POINTS, widthPoints / (moduleCount + quietZone.left + quietZone.right));
}
