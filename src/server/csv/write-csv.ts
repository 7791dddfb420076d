/**
 * Characters at the start of a cell that make a spreadsheet treat it as a formula (OWASP, CSV injection). A text that
 * already has an apostrophe before them gets one more, so that an import can remove exactly one (catalog/csv-cells.ts).
 */
const FORMULA = /^'*[=+\-@\t\r]/;

/** The value of a cell. Null and undefined are empty cells, a boolean is "sí" or "no". */
export type CsvValue = string | number | boolean | null | undefined;

/**
 * Rows as CSV for a spreadsheet in Spanish: UTF-8 with a BOM, commas, CRLF. `hasBom: false` is for other shop systems,
 * which may read a BOM as text. A text that would be executed as a formula gets an apostrophe. Numbers stay numbers.
 * The result is yielded in chunks of about 64 KB, so that a long list is never in memory as a whole.
 */
export async function* writeCsv(
  header: readonly string[],
  rows: AsyncIterable<readonly CsvValue[]> | Iterable<readonly CsvValue[]>,
  { hasBom = true } = {},
): AsyncGenerator<string> {
  let chunk = `${hasBom ? "\uFEFF" : ""}${toLine(header)}`;
  for await (const row of rows) {
    chunk += toLine(row);
    if (chunk.length < 64 * 1024) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk) yield chunk;
}

function toLine(row: readonly CsvValue[]): string {
  return `${row.map(toCell).join(",")}\r\n`;
}

function toCell(cell: CsvValue): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "boolean") return cell ? "sí" : "no";
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
