import { describe, expect, test } from "vitest";
import {
  CARE_CODES,
  CARE_GROUPS,
  CARE_TEXT,
  careCodesOf,
  careGroup,
  checkCare,
  describeCare,
  readCare,
  writeCare,
} from "./care.ts";

describe("care symbols", () => {
  test.each([
    [["iron-150", "wash-30"], ["wash-30", "iron-150"], "in the order of a label"],
    [[], [], "none"],
    [["wash-30", "wash-40"], { refused: "care_twice" }, "two temperatures"],
    [["wash-30", "wash-no"], { refused: "care_twice" }, "wash and do not wash"],
    [["wash-30", "wash-30"], { refused: "care_twice" }, "the same twice"],
    [["tumble-no", "dry-flat"], ["tumble-no", "dry-flat"], "not in the dryer, but flat"],
    [["dryclean-p", "wetclean-mild"], ["dryclean-p", "wetclean-mild"], "dry and wet cleaning"],
    [["boil"], { refused: "care_unknown" }, "not a symbol of ISO 3758"],
    [["toString"], { refused: "care_unknown" }, "a name that every object has"],
  ])("%o are checked as %o: %s", (codes, expected, _why) => expect(checkCare(codes)).toEqual(expected));

  test("each has a group and a text of its own, in the order of the groups", () => {
    expect(CARE_CODES).toHaveLength(new Set(Object.values(CARE_TEXT)).size);
    expect(CARE_GROUPS.flatMap(careCodesOf)).toEqual(CARE_CODES);
    for (const code of CARE_CODES) expect(code.startsWith(careGroup(code))).toBe(true);
  });

  test("one of each group are at most the eight symbols that the database allows", () => {
    expect(CARE_GROUPS.length).toBeLessThanOrEqual(8);
  });

  test("are described in words, without codes that are not known", () => {
    expect(describeCare(["wash-hand", "obsolete"])).toEqual([{ code: "wash-hand", text: "Lavar a mano" }]);
  });
});

describe("typed care symbols", () => {
  test.each([
    ["Lavar a mano | No planchar", ["wash-hand", "iron-no"]],
    ["no planchar; LAVAR A MANO", ["wash-hand", "iron-no"]],
    ["wash-hand, iron-no", ["wash-hand", "iron-no"]],
    ["Lavar a máximo 30 °C, ciclo suave", ["wash-30-mild"]],
    ["Lavar a máximo 30 °C, ciclo suave\nNo planchar", ["wash-30-mild", "iron-no"]],
    ["Lavar a la antigua", { refused: "care_unknown" }],
    ["Lavar a mano | No lavar", { refused: "care_twice" }],
  ])("%j are read as %o", (typed, expected) => expect(readCare(typed)).toEqual(expected));

  test("in the form that `writeCare` writes are read as the same symbols", () => {
    for (const code of CARE_CODES) expect(readCare(writeCare([code]))).toEqual([code]);
    expect(readCare(writeCare(["wash-30-mild", "dry-flat-drip", "iron-110"]))).toEqual([
      "wash-30-mild",
      "dry-flat-drip",
      "iron-110",
    ]);
  });
});
