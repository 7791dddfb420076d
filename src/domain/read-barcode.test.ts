import { describe, expect, test } from "vitest";
import { code128, ean13, type Barcode } from "./barcode.ts";
import { readBarcode } from "./read-barcode.ts";

const repeated = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

/** The gray values of a barcode as a camera sees them: `scale` pixels per module, blurred, with a shadow and noise. */
function photograph(
  { widths, quietZone }: Barcode,
  { scale, blur, noise }: { scale: number; blur: number; noise: number },
) {
  const modules = [
    ...repeated(quietZone.left, 200),
    ...widths.flatMap((width, index) => repeated(width, index % 2 === 0 ? 40 : 200)),
    ...repeated(quietZone.right, 200),
  ];
  const sharpPixels = Array.from(
    { length: Math.floor(modules.length * scale) },
    (_, index) => modules[Math.floor(index / scale)]!,
  );
  return sharpPixels.map((_, index) => {
    const nearPixels = sharpPixels.slice(Math.max(0, index - blur), index + blur + 1);
    const shadow = 40 * (index / sharpPixels.length);
    return (
      nearPixels.reduce((sum, value) => sum + value, 0) / nearPixels.length - shadow + noise * Math.sin(index * 12.9898)
    );
  });
}

const CODES: [Barcode, string][] = [
  [ean13("7501031311309"), "7501031311309"],
  [ean13("0036000291452"), "0036000291452"],
  [ean13("4006381333931"), "4006381333931"],
  [code128("FAL-001 x/2345"), "FAL-001 x/2345"],
  [code128("0000694488913125"), "0000694488913125"],
];

describe.each([
  { scale: 4, blur: 0, noise: 0 },
  { scale: 3, blur: 1, noise: 4 },
  { scale: 2.6, blur: 1, noise: 2 },
])("with $scale pixels per module, blurred by $blur, noise $noise", (picture) => {
  test.each(CODES)("a camera reads barcode %#", (barcode, text) => {
    const row = photograph(barcode, picture);
    expect(readBarcode(row)).toBe(text);
    expect(readBarcode(row.toReversed())).toBe(text);
  });
});

test("a code with a wrong check digit is not read", () => {
  const { widths, ...otherFields } = ean13("7501031311309");
  // The last digit is 0 instead of 9.
  const wrongBarcode = { ...otherFields, widths: [...widths.slice(0, -7), 3, 2, 1, 1, ...widths.slice(-3)] };
  expect(readBarcode(photograph(wrongBarcode, { scale: 4, blur: 0, noise: 0 }))).toBeNull();
});

test.each([
  { row: [] },
  { row: repeated(600, 180) },
  { row: Array.from({ length: 600 }, (_, index) => 128 + 100 * Math.sin(index * index)) },
])("row %# is not a barcode", ({ row }) => expect(readBarcode(row)).toBeNull());
