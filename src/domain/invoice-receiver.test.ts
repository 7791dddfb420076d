import { describe, expect, test } from "vitest";
import { checkReceiver, offeredRegimes, offeredUses, type Receiver } from "./invoice-receiver.ts";

const PLACE = "06700";
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
const NOBODY: Receiver = {
  rfc: "XAXX010101000",
  name: "JUANA PÉREZ",
  postalCode: PLACE,
  taxRegime: "616",
  cfdiUse: "S01",
};

function faultsOf(typed: Receiver): string[] {
  const checked = checkReceiver(typed, PLACE);
  return checked.receiver === null ? checked.faults.map(({ field, code }) => `${field}: ${code}`) : [];
}

test.each([COMPANY, PERSON, NOBODY, { ...NOBODY, rfc: "XEXX010101000" }])("$rfc can be invoiced", (typed) => {
  expect(checkReceiver(typed, PLACE)).toEqual({ receiver: typed, hints: [] });
});

test("what was typed is made what SAT has", () => {
  const typed = {
    rfc: " oño-120726-rx3",
    name: "  Orgánicos\t ñavez \u00a0& osorio ",
    postalCode: " 40501 ",
    taxRegime: "601 ",
    cfdiUse: "g03",
  };
  expect(checkReceiver(typed, PLACE).receiver).toEqual({
    rfc: "OÑO120726RX3",
    name: "ORGÁNICOS ÑAVEZ & OSORIO",
    postalCode: "40501",
    taxRegime: "601",
    cfdiUse: "G03",
  });
});

describe("what cannot be names its field", () => {
  test.each<[Partial<Receiver>, string, string]>([
    [{ rfc: "" }, "rfc: rfc_missing", ""],
    [{ rfc: "EKU9013173C9" }, "rfc: rfc_invalid", "month 13"],
    [{ name: " " }, "name: name_missing", ""],
    [{ name: "X".repeat(301) }, "name: name_too_long", ""],
    [{ name: "ESCUELA\u0007KEMPER" }, "name: name_characters", "a bell"],
    [{ name: "ESCUELA\u0000" }, "name: name_characters", "a NUL"],
    [{ name: "\u202eREPMEK" }, "name: name_characters", "written from right to left"],
    [{ name: "KEM\u200bPER" }, "name: name_characters", "a blank of no width"],
    [{ name: "A|B" }, "name: name_characters", "what the seal separates with"],
    [{ name: "\ud800" }, "name: name_characters", "half a character"],
    [{ name: "Público en  general" }, "name: name_reserved", "makes it a global invoice"],
    [{ postalCode: "4250" }, "postalCode: postal_code_invalid", "four digits"],
    [{ postalCode: "19000" }, "postalCode: postal_code_invalid", "no state begins so"],
    [{ postalCode: "00100" }, "postalCode: postal_code_invalid", "not in SAT's list"],
    [{ postalCode: "4250a" }, "postalCode: postal_code_invalid", ""],
    [{ taxRegime: "" }, "taxRegime: regime_missing", ""],
    [{ taxRegime: "609" }, "taxRegime: regime_unknown", "gone since 2019"],
    [{ taxRegime: "612" }, "taxRegime: regime_of_people", ""],
    [{ cfdiUse: "" }, "cfdiUse: use_missing", ""],
    [{ cfdiUse: "P01" }, "cfdiUse: use_unknown", "of CFDI 3.3"],
    [{ cfdiUse: "G02" }, "cfdiUse: use_not_offered", "of credit notes"],
    [{ cfdiUse: "D01" }, "cfdiUse: use_not_offered", "doctors"],
  ])("%o: %s %s", (change, fault, _why) => {
    expect(faultsOf({ ...COMPANY, ...change })).toEqual([fault]);
  });
  test.each<[Partial<Receiver>, string]>([
    [{ taxRegime: "601" }, "taxRegime: regime_of_companies"],
    [{ taxRegime: "605" }, "cfdiUse: use_of_other_regime"],
    [{ taxRegime: "616" }, "cfdiUse: use_of_other_regime"],
  ])("of a person, %o: %s", (change, fault) => {
    expect(faultsOf({ ...PERSON, ...change })).toEqual([fault]);
  });
  test.each<[Partial<Receiver>, string]>([
    [{ postalCode: "42501" }, "postalCode: postal_code_generic"],
    [{ cfdiUse: "G03" }, "cfdiUse: use_of_other_regime"],
  ])("of nobody in particular, %o: %s", (change, fault) => {
    expect(faultsOf({ ...NOBODY, ...change })).toEqual([fault]);
  });
  test("all of them at once, each with a sentence", () => {
    const checked = checkReceiver({ rfc: "", name: "", postalCode: "", taxRegime: "", cfdiUse: "" }, PLACE);
    const faults = checked.receiver === null ? checked.faults : [];
    expect(faults.map(({ field }) => field)).toEqual(["rfc", "name", "postalCode", "taxRegime", "cfdiUse"]);
    expect(faults.filter(({ sentence }) => !/^[¿A-ZÉ«].*[.?]$/.test(sentence))).toEqual([]);
  });
  test("the generic RFC's postal code is told", () => {
    const checked = checkReceiver({ ...NOBODY, postalCode: "42501" }, PLACE);
    expect(checked.receiver === null && checked.faults[0].sentence).toContain(PLACE);
  });
});

describe("hints stop nobody", () => {
  test("an unusual check digit is asked about", () => {
    const checked = checkReceiver({ ...COMPANY, rfc: "MCI7306249Y1" }, PLACE);
    expect(checked).toMatchObject({ receiver: { rfc: "MCI7306249Y1" }, hints: [{ field: "rfc" }] });
  });
  test.each([
    ["Escuela Kemper Urgate, S.A. de C.V.", "ESCUELA KEMPER URGATE"],
    ["ESCUELA KEMPER URGATE SA DE CV", "ESCUELA KEMPER URGATE"],
    ["KEMPER S. DE R.L. DE C.V.", "KEMPER"],
    ["PASE, SERVICIOS ELECTRONICOS SA DE CV", "PASE, SERVICIOS ELECTRONICOS"],
    ["KEMPER SAPI DE CV SOFOM ENR", "KEMPER"],
    ["HERMANOS URGATE A.C.", "HERMANOS URGATE"],
  ])("%s keeps its name, and %s is suggested", (name, suggestion) => {
    const checked = checkReceiver({ ...COMPANY, name }, PLACE);
    expect(checked).toMatchObject({ receiver: { name: name.toUpperCase() }, hints: [{ field: "name", suggestion }] });
  });
  test.each(["ESCUELA KEMPER URGATE", "LA CASA", "SA DE CV", "MESA DE CVETKO"])("%s is a name", (name) => {
    expect(checkReceiver({ ...COMPANY, name }, PLACE)).toMatchObject({ hints: [] });
  });
  test("a person's surname is nobody's company", () => {
    expect(checkReceiver({ ...PERSON, name: "LUIS SA" }, PLACE)).toMatchObject({ hints: [] });
  });
});

describe("the form offers only what fits", () => {
  const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code).join(" ");
  test.each([
    ["EKU9003173C9", "601 603 610 620 622 623 624 626"],
    ["CACX7605101P8", "605 606 607 608 610 611 612 614 615 616 621 625 626"],
    ["XAXX010101000", "616"],
  ])("regimes of %s: %s", (rfc, regimes) => expect(codes(offeredRegimes(rfc))).toBe(regimes));
  test("while the RFC is being typed, all nineteen", () => expect(offeredRegimes("EKU90")).toHaveLength(19));
  test.each([
    ["EKU9003173C9", "601", "G01 G03 I01 I02 I03 I04 I05 I06 I07 I08 S01"],
    ["CACX7605101P8", "605", "S01"],
    ["CACX7605101P8", "616", "S01"],
    ["CACX7605101P8", "625", "G01 G03 I01 I02 I03 I04 I05 I06 I07 I08 S01"],
    ["XAXX010101000", "616", "S01"],
    ["EKU9003173C9", "", ""],
  ])("uses of %s in %s: %s", (rfc, regime, uses) => expect(codes(offeredUses(rfc, regime))).toBe(uses));
  test("and whatever it offers is taken", () => {
    for (const typed of [COMPANY, PERSON, NOBODY]) {
      for (const { code: taxRegime } of offeredRegimes(typed.rfc)) {
        for (const { code: cfdiUse } of offeredUses(typed.rfc, taxRegime)) {
          expect(faultsOf({ ...typed, taxRegime, cfdiUse })).toEqual([]);
        }
      }
    }
  });
});
