/** What a spreadsheet takes for a formula when a cell begins with it (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

type Cell = string | number | boolean | null | undefined;

/**
 * Rows as CSV for a spreadsheet in Spanish: UTF-8 with its mark, commas, CRLF. Text that would run as a formula has an
 * apostrophe before it; figures stay figures. Pieces of some rows each, so that a long list is never whole in memory.
 */
export async function* writeCsv(
  head: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncGenerator<string> {
  let piece = `\uFEFF${lineOf(head)}`;
  for await (const row of rows) {
    piece += lineOf(row);
    if (piece.length < 64 * 1024) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}

function lineOf(row: readonly Cell[]): string {
  return `${row.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "boolean") return cell ? "sí" : "no";
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
