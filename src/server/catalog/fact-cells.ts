import { readCare, writeCare } from "../../domain/care.ts";
import { readComposition, writeComposition } from "../../domain/composition.ts";
import { countryName } from "../../domain/countries.ts";
import { checkFacts, NO_FACTS, type ProductFacts } from "../../domain/product-facts.ts";
import { readCountry } from "../../domain/read-country.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { refusalText, type RefusalName } from "../../domain/refusal-text.ts";
import { ageGroupName, GENDER_LABEL, readAgeGroup, readGender } from "../../domain/wearer.ts";
import { cleanText, shortenCell, toSingleLine } from "./csv-cells.ts";

type Fact = keyof ProductFacts;

/** How the cells of one fact are read and written. */
interface FactCellFormat<Value> {
  /** Reads a cell that is not empty. */
  read: (text: string) => Value | Refusal<RefusalName>;
  write: (value: NonNullable<Value>) => string;
  maxLength?: number;
}

const textFormat = (maxLength: number): FactCellFormat<string | null> => ({
  read: toSingleLine,
  write: (value) => value,
  maxLength,
});

const FACT_CELL_FORMATS: { [Name in Fact]: FactCellFormat<ProductFacts[Name]> } = {
  styleCode: {
    read: (cell) => {
      const checkedFacts = checkFacts({ styleCode: toSingleLine(cell) });
      return isRefusal(checkedFacts) ? checkedFacts : checkedFacts.styleCode;
    },
    write: (code) => code,
  },
  composition: { read: (cell) => readComposition(cleanText(cell)), write: writeComposition },
  care: { read: (cell) => readCare(cleanText(cell)), write: writeCare },
  originCountry: { read: readCountry, write: countryName },
  responsibleFirm: textFormat(200),
  gender: { read: readGender, write: (gender) => GENDER_LABEL[gender] },
  ageGroup: { read: readAgeGroup, write: ageGroupName },
  googleCategory: textFormat(250),
  fitNote: textFormat(200),
  modelNote: textFormat(200),
  searchKeywords: textFormat(500),
};

/** Reads a product's facts from the cells of these columns. Undefined cells are skipped. */
export function readFactCells(
  columns: Partial<Record<Fact, string>>,
  cellOf: (column: string) => string | undefined,
): Partial<ProductFacts> | { problem: string } {
  const facts: Partial<ProductFacts> = {};
  for (const [name, column] of Object.entries(columns) as [Fact, string][]) {
    const cell = cellOf(column);
    if (cell === undefined) continue;
    const value = readFact(name, cell);
    if (isRefusal(value))
      return { problem: `${column}: ${refusalText(value.refused, "staff")} Dice «${shortenCell(cell)}».` };
    if (typeof value === "string" && value.length > (FACT_CELL_FORMATS[name].maxLength ?? Infinity)) {
      return {
        problem: `${column}: Tiene más de ${FACT_CELL_FORMATS[name].maxLength} letras. Dice «${shortenCell(cell)}».`,
      };
    }
    Object.assign(facts, { [name]: value });
  }
  return facts;
}

function readFact<Name extends Fact>(name: Name, cell: string): ProductFacts[Name] | Refusal<RefusalName> {
  return cell.trim() === "" ? NO_FACTS[name] : FACT_CELL_FORMATS[name].read(cell);
}

/** A product's fact as a cell that `readFactCells` reads. Empty: unknown. */
export function writeFact(facts: ProductFacts, name: Fact): string {
  const { write } = FACT_CELL_FORMATS[name] as FactCellFormat<unknown>;
  const value = facts[name];
  return value === null ? "" : write(value);
}
