import { isCodeOf, readScannedCode, type CodedSize } from "./size-code.ts";

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
 * The result of scanning a piece for a package. `sizes` are those of the order, with their codes. `checkedBySize`: the
 * pieces of each size that are already in the package.
 */
export function checkPacking(
  code: string,
  lines: readonly LineToPack[],
  sizes: readonly CodedSize[],
  checkedBySize: ReadonlyMap<string, number>,
): PackingStep {
  const scanned = readScannedCode(code);
  const size = sizes.find((candidate) => isCodeOf(scanned, candidate));
  const line = lines.find(({ sizeId }) => sizeId === size?.sizeId);
  if (!line) return { kind: "unknown" };
  const before = checkedBySize.get(line.sizeId) ?? 0;
  if (before >= line.pieces) return { kind: "enough", sizeId: line.sizeId };
  const others = lines.filter(({ sizeId }) => sizeId !== line.sizeId);
  const isComplete =
    before + 1 === line.pieces && others.every(({ sizeId, pieces }) => (checkedBySize.get(sizeId) ?? 0) >= pieces);
  return { kind: "packed", sizeId: line.sizeId, checked: before + 1, isComplete };
}
