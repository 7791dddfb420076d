import { isCodeOf, readScannedCode, type CodedSize } from "./scanned-code.ts";

/** A line of an order that is being packed. */
export interface LineToPack {
  sizeId: string;
  pieces: number;
}

export type PackingStep =
  | { kind: "packed"; sizeId: string; checked: number; isComplete: boolean }
  | { kind: "enough"; sizeId: string }
  | { kind: "unknown" };

/**
 * The result of scanning a piece for a parcel. `sizes` are those of the order, with their codes. `checkedBySize`: the
 * pieces of each size that are already in the parcel.
 */
export function checkPacking(
  code: string,
  lines: readonly LineToPack[],
  sizes: readonly CodedSize[],
  checkedBySize: ReadonlyMap<string, number>,
): PackingStep {
  const scannedCode = readScannedCode(code);
  const size = sizes.find((candidate) => isCodeOf(scannedCode, candidate));
  const line = lines.find(({ sizeId }) => sizeId === size?.sizeId);
  if (!line) return { kind: "unknown" };
  const checkedBefore = checkedBySize.get(line.sizeId) ?? 0;
  if (checkedBefore >= line.pieces) return { kind: "enough", sizeId: line.sizeId };
  const otherLines = lines.filter(({ sizeId }) => sizeId !== line.sizeId);
  const isComplete =
    checkedBefore + 1 === line.pieces &&
    otherLines.every(({ sizeId, pieces }) => (checkedBySize.get(sizeId) ?? 0) >= pieces);
  return { kind: "packed", sizeId: line.sizeId, checked: checkedBefore + 1, isComplete };
}
