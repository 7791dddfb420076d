import { isCodeOf, readScannedCode, type CodedSize } from "./scanned-code.ts";

/** A line of an order that is being packed. */
export interface LineToPack {
  sizeId: string;
  pieces: number;
}

export type PackingCheckResult =
  | { kind: "packed"; sizeId: string; checkedPieces: number; isComplete: boolean }
  | { kind: "enough"; sizeId: string }
  | { kind: "unknown" };

/**
 * The result of scanning a piece while an order is packed. `sizes` are those of the order, with their codes.
 * `checkedPiecesBySize`: how many pieces of each size were scanned before.
 */
export function checkPacking(
  code: string,
  lines: readonly LineToPack[],
  sizes: readonly CodedSize[],
  checkedPiecesBySize: ReadonlyMap<string, number>,
): PackingCheckResult {
  const scannedCode = readScannedCode(code);
  const size = sizes.find((candidate) => isCodeOf(scannedCode, candidate));
  const line = lines.find(({ sizeId }) => sizeId === size?.sizeId);
  if (!line) return { kind: "unknown" };
  const checkedBefore = checkedPiecesBySize.get(line.sizeId) ?? 0;
  if (checkedBefore >= line.pieces) return { kind: "enough", sizeId: line.sizeId };
  const otherLines = lines.filter(({ sizeId }) => sizeId !== line.sizeId);
  const isComplete =
    checkedBefore + 1 === line.pieces &&
    otherLines.every(({ sizeId, pieces }) => (checkedPiecesBySize.get(sizeId) ?? 0) >= pieces);
  return { kind: "packed", sizeId: line.sizeId, checkedPieces: checkedBefore + 1, isComplete };
}
