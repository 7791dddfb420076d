import { expect, test } from "vitest";
import { exchangedPieces, pieceKey, subtractExchangedPieces, type ArrivedPieces } from "./exchanged-pieces.ts";

const exchange = (sizeId: string, newSizeId: string, changes: Partial<ArrivedPieces> = {}): ArrivedPieces => ({
  orderLineSizeId: "a",
  sizeId,
  newSizeId,
  pieces: 1,
  cheaperByCents: 0,
  surchargeCents: 0,
  ...changes,
});

test("a paid surcharge counts for the new piece, and what an exchange gave back counts against it", () => {
  const piecesByKey = exchangedPieces([
    exchange("a", "b", { pieces: 2, surchargeCents: 500_00 }),
    exchange("a", "c", { cheaperByCents: 40_00 }),
  ]);
  expect(piecesByKey.get(pieceKey("a", "b"))).toEqual({ pieces: 2, cents: 1_000_00 });
  expect(piecesByKey.get(pieceKey("a", "c"))).toEqual({ pieces: 1, cents: -40_00 });
});

test("if a piece is exchanged again, what was paid for it counts for the piece that replaces it", () => {
  const piecesByKey = exchangedPieces([
    exchange("a", "b", { pieces: 2, surchargeCents: 500_00 }),
    exchange("b", "c", { cheaperByCents: 300_00 }),
  ]);
  expect(piecesByKey.get(pieceKey("a", "b"))).toEqual({ pieces: 1, cents: 500_00 });
  expect(piecesByKey.get(pieceKey("a", "c"))).toEqual({ pieces: 1, cents: 200_00 });
});

test("a piece that came back for money is not counted again", () => {
  const piecesByKey = exchangedPieces([
    exchange("a", "b", { pieces: 2, surchargeCents: 500_00 }),
    { ...exchange("b", ""), newSizeId: null },
  ]);
  expect(subtractExchangedPieces(piecesByKey, pieceKey("a", "b"), 3)).toBe(500_00);
  expect(subtractExchangedPieces(piecesByKey, pieceKey("a", "b"), 1)).toBe(0);
  expect(subtractExchangedPieces(piecesByKey, pieceKey("a", "z"), 1)).toBe(0);
});
