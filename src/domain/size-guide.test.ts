import { describe, expect, test } from "vitest";
import { parseToMillimeters, readSizeGuide, formatAsCentimeters, type TypedGuide } from "./size-guide.ts";

test.each([
  ["92", 920],
  ["92.5", 925],
  ["92,5", 925],
  [" 92.50 cm ", 925],
  ["92 CM.", 920],
  ["0", 0],
  ["-3.5", -35],
  ["-0.5", -5],
  ["92.55", undefined],
  ["86-90", undefined],
  ["36″", undefined],
  ["1e3", undefined],
  ["", undefined],
])("%j is %s millimetres", (typed, millimeters) => expect(parseToMillimeters(typed)).toBe(millimeters));

test("a measure is written with its tenth only if it has one", () => {
  expect([920, 925, 5].map(formatAsCentimeters)).toEqual(["92", "92.5", "0.5"]);
});

const typedGuide = (rows: Record<string, string[]>, measures: string[] = ["chest", "waist"]): TypedGuide => ({
  measures,
  rows: Object.entries(rows).map(([size, cells]) => ({ size, cells })),
});

test("the rows are sorted in the order of sizes, and empty rows are left out", () => {
  const typed = {
    measures: ["waist"],
    rows: [
      { size: "M", cells: ["74"] },
      { size: "", cells: [""] },
      { size: "CH", cells: ["68,5"] },
    ],
  };
  expect(readSizeGuide(typed)).toEqual({
    measures: ["waist"],
    rows: [
      { size: "CH", millimeters: [685] },
      { size: "M", millimeters: [740] },
    ],
  });
});

describe("each error is reported at its cell", () => {
  test.each<[string, TypedGuide, Record<string, string>]>([
    ["a gap", typedGuide({ CH: ["86", ""], M: ["92", "74"] }), { "cell:0:1": "Cintura de CH: falta la medida" }],
    [
      "a measure that decreases",
      typedGuide({ CH: ["86", "70"], M: ["92", "68"] }),
      { "cell:1:1": "Cintura de M: no puede medir menos que CH" },
    ],
    [
      "a measure that decreases in rows typed from large to small",
      typedGuide({ G: ["98", "70"], M: ["92", "74"] }),
      { "cell:0:1": "Cintura de G: no puede medir menos que M" },
    ],
    [
      "a negative measure",
      typedGuide({ CH: ["-86", "70"] }),
      { "cell:0:0": "Pecho o busto de CH: debe ser mayor que cero" },
    ],
    ["zero", typedGuide({ CH: ["0", "70"] }), { "cell:0:0": "Pecho o busto de CH: debe ser mayor que cero" }],
    [
      "a range",
      typedGuide({ CH: ["86-90", "70"] }),
      { "cell:0:0": "Pecho o busto de CH: escribe centímetros, p. ej. 72 o 72.5" },
    ],
    [
      "millimetres by mistake",
      typedGuide({ CH: ["860", "70"] }),
      { "cell:0:0": "Pecho o busto de CH: son más de 300 cm, revísala" },
    ],
    ["a size without a name", typedGuide({ "": ["86", "70"] }), { "size:0": "Falta el nombre de la talla." }],
    [
      "a column twice",
      typedGuide({ CH: ["86", "86"] }, ["chest", "chest"]),
      { "measure:1": "Pecho o busto ya tiene su columna." },
    ],
    ["an unknown column", typedGuide({ CH: ["86"] }, ["cuello"]), { "measure:0": "Elige qué mide esta columna." }],
    ["no column", typedGuide({ CH: [] }, []), { table: "Agrega al menos una columna de medidas." }],
    ["no size", typedGuide({}), { table: "Escribe al menos una talla con sus medidas." }],
  ])("%s", (_, typed, errors) => expect(readSizeGuide(typed)).toEqual({ errors }));

  test("a size twice, with different capitals and accents", () => {
    const rows = ["Única", "UNICA"].map((size) => ({ size, cells: ["86"] }));
    expect(readSizeGuide({ measures: ["chest"], rows })).toEqual({
      errors: { "size:1": "La talla UNICA ya tiene su renglón." },
    });
  });

  test("after a value that is too small, the next one is compared with the last valid value", () => {
    const typed = typedGuide({ CH: ["86", "70"], M: ["92", "60"], G: ["98", "69"] });
    expect(readSizeGuide(typed)).toEqual({
      errors: {
        "cell:1:1": "Cintura de M: no puede medir menos que CH",
        "cell:2:1": "Cintura de G: no puede medir menos que CH",
      },
    });
  });
});

test("equal measures of two sizes are allowed, and the shop's own order of sizes counts", () => {
  const typed = typedGuide({ Bebé: ["86", "70"], Niña: ["86", "74"] });
  expect(readSizeGuide(typed)).toMatchObject({ rows: [{ size: "Bebé" }, { size: "Niña" }] });
  expect(readSizeGuide(typed, (size) => (size === "Niña" ? 0 : 1))).toEqual({
    errors: { "cell:0:1": "Cintura de Bebé: no puede medir menos que Niña" },
  });
});
