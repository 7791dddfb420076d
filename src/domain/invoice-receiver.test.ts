import { describe, expect, test } from "vitest";
import { checkReceiver, offeredRegimes, offeredUses, type Receiver } from "./invoice-receiver.ts";

const ISSUE_POSTAL_CODE = "06700";
const COMPANY: Receiver = {
  rfc: "EKU9003173C9",
  name: "ESCUELA KEMPER URGATE",
  postalCode: "42501",
  taxRegime: "601",
  cfdiUse: "G03",
};
const PERSON: Receiver = {
  rfc: "CACX7605101P8",
  name: "XOCHILT CASAS CHAVEZ",
  postalCode: "36257",
  taxRegime: "612",
  cfdiUse: "G01",
};
const GENERIC: Receiver = {
  rfc: "XAXX010101000",
  name: "JUANA PÉREZ",
  postalCode: ISSUE_POSTAL_CODE,
  taxRegime: "616",
  cfdiUse: "S01",
};

function errorsOf(typed: Receiver): string[] {
  const result = checkReceiver(typed, ISSUE_POSTAL_CODE);
  return result.receiver === null ? result.receiverErrors.map(({ field, code }) => `${field}: ${code}`) : [];
}

test.each([COMPANY, PERSON, GENERIC, { ...GENERIC, rfc: "XEXX010101000" }])("$rfc can be invoiced", (typed) => {
  expect(checkReceiver(typed, ISSUE_POSTAL_CODE)).toEqual({ receiver: typed, hints: [] });
});

test("typed data are normalized to SAT's spelling", () => {
  const typed = {
    rfc: " oño-120726-rx3",
    name: "  Orgánicos\t ñavez \u00a0& osorio ",
    postalCode: " 40501 ",
    taxRegime: "601 ",
    cfdiUse: "g03",
  };
  expect(checkReceiver(typed, ISSUE_POSTAL_CODE).receiver).toEqual({
    rfc: "OÑO120726RX3",
    name: "ORGÁNICOS ÑAVEZ & OSORIO",
    postalCode: "40501",
    taxRegime: "601",
    cfdiUse: "G03",
  });
});

describe("each invalid field is named", () => {
  test.each<[Partial<Receiver>, string, string]>([
    [{ rfc: "" }, "rfc: rfc_missing", ""],
    [{ rfc: "EKU9013173C9" }, "rfc: rfc_invalid", "month 13"],
    [{ name: " " }, "name: name_missing", ""],
    [{ name: "X".repeat(301) }, "name: name_too_long", ""],
    [{ name: "ESCUELA\u0007KEMPER" }, "name: name_characters", "a bell"],
    [{ name: "ESCUELA\u0000" }, "name: name_characters", "a NUL"],
    [{ name: "\u202eREPMEK" }, "name: name_characters", "a right-to-left override"],
    [{ name: "KEM\u200bPER" }, "name: name_characters", "a zero-width space"],
    [{ name: "A|B" }, "name: name_characters", "the separator of the original string"],
    [{ name: "\ud800" }, "name: name_characters", "an unpaired surrogate"],
    [{ name: "Público en  general" }, "name: name_reserved", "the name that makes a global invoice"],
    [{ postalCode: "4250" }, "postalCode: postal_code_invalid", "four digits"],
    [{ postalCode: "19000" }, "postalCode: postal_code_invalid", "no state has this prefix"],
    [{ postalCode: "00100" }, "postalCode: postal_code_invalid", "not in SAT's list"],
    [{ postalCode: "99999" }, "postalCode: postal_code_invalid", "assigned to no place"],
    [{ postalCode: "4250a" }, "postalCode: postal_code_invalid", ""],
    [{ taxRegime: "" }, "taxRegime: regime_missing", ""],
    [{ taxRegime: "609" }, "taxRegime: regime_unknown", "removed in 2019"],
    [{ taxRegime: "612" }, "taxRegime: regime_of_people", ""],
    [{ cfdiUse: "" }, "cfdiUse: use_missing", ""],
    [{ cfdiUse: "P01" }, "cfdiUse: use_unknown", "of CFDI 3.3"],
    [{ cfdiUse: "G02" }, "cfdiUse: use_not_offered", "of credit notes"],
    [{ cfdiUse: "D01" }, "cfdiUse: use_not_offered", "doctors"],
  ])("%o: %s %s", (change, error, _why) => {
    expect(errorsOf({ ...COMPANY, ...change })).toEqual([error]);
  });
  test.each<[Partial<Receiver>, string]>([
    [{ taxRegime: "601" }, "taxRegime: regime_of_companies"],
    [{ taxRegime: "605" }, "cfdiUse: use_of_other_regime"],
    [{ taxRegime: "616" }, "cfdiUse: use_of_other_regime"],
  ])("of a person, %o: %s", (change, error) => {
    expect(errorsOf({ ...PERSON, ...change })).toEqual([error]);
  });
  test.each<[Partial<Receiver>, string]>([
    [{ postalCode: "42501" }, "postalCode: postal_code_generic"],
    [{ cfdiUse: "G03" }, "cfdiUse: use_of_other_regime"],
  ])("of the generic RFC, %o: %s", (change, error) => {
    expect(errorsOf({ ...GENERIC, ...change })).toEqual([error]);
  });
  test("all invalid fields are reported together, each with a sentence", () => {
    const result = checkReceiver({ rfc: "", name: "", postalCode: "", taxRegime: "", cfdiUse: "" }, ISSUE_POSTAL_CODE);
    const errors = result.receiver === null ? result.receiverErrors : [];
    expect(errors.map(({ field }) => field)).toEqual(["rfc", "name", "postalCode", "taxRegime", "cfdiUse"]);
    expect(errors.filter(({ sentence }) => !/^[¿A-ZÉ«].*[.?]$/.test(sentence))).toEqual([]);
  });
  test("the sentence about the generic RFC names the postal code to use", () => {
    const result = checkReceiver({ ...GENERIC, postalCode: "42501" }, ISSUE_POSTAL_CODE);
    expect(result.receiver === null && result.receiverErrors[0].sentence).toContain(ISSUE_POSTAL_CODE);
  });
});

describe("hints do not block the invoice", () => {
  test("an unusual check digit gives a hint", () => {
    const result = checkReceiver({ ...COMPANY, rfc: "MCI7306249Y1" }, ISSUE_POSTAL_CODE);
    expect(result).toMatchObject({ receiver: { rfc: "MCI7306249Y1" }, hints: [{ field: "rfc" }] });
  });
  test.each([
    ["Escuela Kemper Urgate, S.A. de C.V.", "ESCUELA KEMPER URGATE"],
    ["ESCUELA KEMPER URGATE SA DE CV", "ESCUELA KEMPER URGATE"],
    ["KEMPER S. DE R.L. DE C.V.", "KEMPER"],
    ["PASE, SERVICIOS ELECTRONICOS SA DE CV", "PASE, SERVICIOS ELECTRONICOS"],
    ["KEMPER SAPI DE CV SOFOM ENR", "KEMPER"],
    ["HERMANOS URGATE A.C.", "HERMANOS URGATE"],
    ["Panificación Urgate, Sociedad Anónima de Capital Variable", "PANIFICACIÓN URGATE"],
  ])("%s keeps its name, and %s is suggested", (name, suggestion) => {
    const result = checkReceiver({ ...COMPANY, name }, ISSUE_POSTAL_CODE);
    expect(result).toMatchObject({ receiver: { name: name.toUpperCase() }, hints: [{ field: "name", suggestion }] });
  });
  test.each(["ESCUELA KEMPER URGATE", "LA CASA", "SA DE CV", "MESA DE CVETKO"])("%s gives no hint", (name) => {
    expect(checkReceiver({ ...COMPANY, name }, ISSUE_POSTAL_CODE)).toMatchObject({ hints: [] });
  });
  test("a person's surname is not taken for a legal form", () => {
    expect(checkReceiver({ ...PERSON, name: "LUIS SA" }, ISSUE_POSTAL_CODE)).toMatchObject({ hints: [] });
  });
});

describe("the form offers only valid choices", () => {
  const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code).join(" ");
  test.each([
    ["EKU9003173C9", "601 603 610 620 622 623 624 626"],
    ["CACX7605101P8", "605 606 607 608 610 611 612 614 615 616 621 625 626"],
    ["XAXX010101000", "616"],
  ])("regimes of %s: %s", (rfc, regimes) => expect(codes(offeredRegimes(rfc))).toBe(regimes));
  test("an incomplete RFC offers all nineteen regimes", () => expect(offeredRegimes("EKU90")).toHaveLength(19));
  test.each([
    ["EKU9003173C9", "601", "G01 G03 I01 I02 I03 I04 I05 I06 I07 I08 S01"],
    ["CACX7605101P8", "605", "S01"],
    ["CACX7605101P8", "616", "S01"],
    ["CACX7605101P8", "625", "G01 G03 I01 I02 I03 I04 I05 I06 I07 I08 S01"],
    ["XAXX010101000", "616", "S01"],
    ["EKU9003173C9", "", ""],
  ])("uses of %s in %s: %s", (rfc, regime, uses) => expect(codes(offeredUses(rfc, regime))).toBe(uses));
  test("every offered choice is accepted", () => {
    for (const typed of [COMPANY, PERSON, GENERIC]) {
      for (const { code: taxRegime } of offeredRegimes(typed.rfc)) {
        for (const { code: cfdiUse } of offeredUses(typed.rfc, taxRegime)) {
          expect(errorsOf({ ...typed, taxRegime, cfdiUse })).toEqual([]);
        }
      }
    }
  });
});

describe("a receiver who lives abroad", () => {
  const FOREIGNER: Receiver = { ...GENERIC, rfc: "XEXX010101000" };

  test.each<[Partial<Receiver>, Partial<Receiver>, string]>([
    [{ country: "usa", taxId: " 123-45-6789 " }, { country: "USA", taxId: "123456789" }, "nine digits"],
    [{ country: "ESP", taxId: "b-12345678" }, { country: "ESP", taxId: "B-12345678" }, "another country's own form"],
    [{ country: "FRA", taxId: " " }, { country: "FRA" }, "a country and no tax id"],
    [{ country: "", taxId: "" }, {}, "both empty, as older clients send them"],
  ])("with %j is %j: %s", (typed, normalized) => {
    expect(checkReceiver({ ...FOREIGNER, ...typed }, ISSUE_POSTAL_CODE).receiver).toEqual({
      ...FOREIGNER,
      ...normalized,
    });
  });

  test.each<[Partial<Receiver>, string]>([
    [{ country: "MEX" }, "country: country_unknown"],
    [{ country: "XYZ" }, "country: country_unknown"],
    [{ country: "USA", rfc: "XAXX010101000" }, "country: country_of_foreigners"],
    [{ country: "USA", taxId: "12345678" }, "taxId: tax_id_digits"],
    [{ country: "CAN", taxId: "1234567890" }, "taxId: tax_id_digits"],
    [{ country: "ESP", taxId: "1|2" }, "taxId: tax_id_invalid"],
    [{ country: "ESP", taxId: "X".repeat(41) }, "taxId: tax_id_invalid"],
    [{ taxId: "123456789" }, "taxId: tax_id_of_foreigners"],
  ])("with %j is refused: %s", (typed, error) => {
    expect(errorsOf({ ...FOREIGNER, ...typed })).toEqual([error]);
  });

  test("a Mexican RFC has no country and no foreign tax id", () => {
    expect(errorsOf({ ...PERSON, country: "USA", taxId: "123456789" })).toEqual([
      "country: country_of_foreigners",
      "taxId: tax_id_of_foreigners",
    ]);
  });
});
