import { comparableName } from "../../domain/comparable-name.ts";
import { stateOfPostalCode } from "../../domain/postal-code.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import { stateOfName } from "../../domain/state-of-name.ts";

export type PostalCodeSource = "sepomex" | "geonames";

/** A postal code with the neighbourhoods that share it. */
export interface PostalCode {
  code: string;
  /** The state's name in the shop's forms. */
  state: string;
  municipality: string;
  /** Null if there is none, or it has the municipality's name. */
  city: string | null;
  neighborhoods: string[];
}

export interface PostalCodeList {
  source: PostalCodeSource;
  codes: PostalCode[];
  /** Lines that could not be read. */
  unreadableLines: number;
}

type PostalCodesRefusal = Refusal<
  "postal_codes_zip" | "postal_codes_unknown" | "postal_codes_damaged" | "postal_codes_too_large"
>;

/** Several times the size of the post office's file (14 MB). */
export const MAX_POSTAL_CODES_BYTES = 64 * 1024 * 1024;
/** The maximum length of a name. A line with a longer name is damaged. */
const MAX_NAME_LENGTH = 120;
/** A list with a larger share of unreadable lines is refused as damaged. */
const MAX_UNREAD_SHARE = 0.05;

/** The format of a source: its separator, and the index of each column. */
interface Columns {
  source: PostalCodeSource;
  separator: string;
  code: number;
  neighborhood: number;
  municipality: number;
  state: number;
  city: number;
}

/** The columns of GeoNames' MX.txt, which has no header (readme.txt of its export of postal codes). */
const GEONAMES: Columns = {
  source: "geonames",
  separator: "\t",
  code: 1,
  neighborhood: 2,
  state: 3,
  municipality: 5,
  city: 7,
};

/**
 * Reads the post office's TXT (a note on its use, a header, then columns separated by "|", in ISO-8859-1) or GeoNames'
 * MX.txt (tabs, UTF-8). One line is one neighbourhood. The file is read as a stream. Its readable lines are kept in
 * memory, grouped by code.
 */
export async function readPostalCodes(
  chunks: AsyncIterable<Uint8Array>,
  onProgress: (lineCount: number) => void = () => {},
): Promise<PostalCodeList | PostalCodesRefusal> {
  const groups = new Map<string, PostalCodeLine[]>();
  let columns: Columns | undefined;
  let bytesRead = 0;
  let lineCount = 0;
  let unreadCount = 0;
  for await (const line of linesOf(chunks, (chunkBytes) => (bytesRead += chunkBytes))) {
    if (line === null) return refuse(columns ? "postal_codes_damaged" : "postal_codes_unknown");
    if (bytesRead > MAX_POSTAL_CODES_BYTES) return refuse("postal_codes_too_large");
    if (lineCount === 0 && line.startsWith("PK")) return refuse("postal_codes_zip");
    lineCount++;
    if (!columns) {
      columns = findColumns(line);
      if (columns?.source !== "geonames") {
        // A note on the use of the file comes before the header.
        if (!columns && lineCount > 5) return refuse("postal_codes_unknown");
        continue;
      }
    }
    if (/^[\s|]*$/.test(line)) continue;
    const parsedLine = readLine(line, columns);
    if (!parsedLine) unreadCount++;
    else groups.set(parsedLine.code, [...(groups.get(parsedLine.code) ?? []), parsedLine]);
    if (lineCount % 5_000 === 0) onProgress(lineCount);
  }
  onProgress(lineCount);
  if (!columns || groups.size === 0) return refuse("postal_codes_unknown");
  if (unreadCount > lineCount * MAX_UNREAD_SHARE) return refuse("postal_codes_damaged");
  const codes = [...groups].map(([code, codeLines]) => toPostalCode(code, codeLines));
  return {
    source: columns.source,
    codes: codes.sort((a, b) => a.code.localeCompare(b.code)),
    unreadableLines: unreadCount,
  };
}

/** A neighbourhood with its postal code. */
interface PostalCodeLine {
  code: string;
  state: string;
  municipality: string;
  city: string;
  neighborhood: string;
}

function findColumns(line: string): Columns | undefined {
  if (/^MX\t\d{5}\t/.test(line)) return GEONAMES;
  const names = line.split("|").map((name) => name.trim().toLowerCase());
  const indexOf = (name: string): number => names.indexOf(name);
  const columns = {
    source: "sepomex" as const,
    separator: "|",
    code: indexOf("d_codigo"),
    neighborhood: indexOf("d_asenta"),
    municipality: indexOf("d_mnpio"),
    state: indexOf("d_estado"),
    city: indexOf("d_ciudad"),
  };
  return Object.values(columns).includes(-1) ? undefined : columns;
}

function readLine(line: string, columns: Columns): PostalCodeLine | null {
  const cells = line.split(columns.separator);
  const readCell = (index: number): string => (cells[index] ?? "").replaceAll(/\s+/g, " ").trim();
  // Spreadsheet programs remove leading zeros. An empty cell becomes 00000, which is no code.
  const code = readCell(columns.code).padStart(5, "0");
  const state = stateOfName(readCell(columns.state)) ?? stateOfPostalCode(code);
  const municipality = readCell(columns.municipality);
  const neighborhood = readCell(columns.neighborhood);
  const city = readCell(columns.city);
  const isReadable =
    /^(?!0{5})\d{5}$/.test(code) &&
    [municipality, neighborhood].every((name) => name !== "" && name.length <= MAX_NAME_LENGTH) &&
    city.length <= MAX_NAME_LENGTH &&
    !/\p{Cc}|\ufffd/u.test(line.replaceAll("\t", ""));
  return isReadable && state ? { code, state, municipality, city, neighborhood } : null;
}

/** Some codes belong to several municipalities. They get the state and municipality of most of their neighbourhoods. */
function toPostalCode(code: string, lines: readonly PostalCodeLine[]): PostalCode {
  const municipality = mostFrequent(lines.map((line) => line.municipality));
  const linesInMunicipality = lines.filter((line) => line.municipality === municipality);
  const city = mostFrequent(linesInMunicipality.map((line) => line.city));
  const neighborhoods = new Map(lines.map(({ neighborhood }) => [comparableName(neighborhood), neighborhood]));
  return {
    code,
    state: mostFrequent(linesInMunicipality.map(({ state }) => state)),
    municipality,
    city: city === "" || city === municipality ? null : city,
    neighborhoods: [...neighborhoods.values()].sort((a, b) => a.localeCompare(b, "es")),
  };
}

/** The first of the most frequent names. */
function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

const LINE_END = 10;
const MAX_LINE_BYTES = 100_000;
const UTF8 = new TextDecoder("utf-8", { fatal: true });
const LATIN = new TextDecoder("windows-1252");

/**
 * The lines of a file in UTF-8 or ISO-8859-1. A line that is not valid UTF-8 is read as windows-1252, which
 * has the letters of ISO-8859-1. Null instead of a line that does not end within `MAX_LINE_BYTES`: the rest is not
 * read.
 */
async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  onRead: (byteCount: number) => void,
): AsyncGenerator<string | null> {
  let unfinishedLine: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    onRead(chunk.byteLength);
    const buffer = unfinishedLine.byteLength === 0 ? chunk : Buffer.concat([unfinishedLine, chunk]);
    let start = 0;
    for (let end = buffer.indexOf(LINE_END); end !== -1; end = buffer.indexOf(LINE_END, start)) {
      yield decode(buffer.subarray(start, end));
      start = end + 1;
    }
    unfinishedLine = buffer.slice(start);
    if (unfinishedLine.byteLength > MAX_LINE_BYTES) return yield null;
  }
  if (unfinishedLine.byteLength > 0) yield decode(unfinishedLine);
}

function decode(line: Uint8Array): string {
  const text = decodeUtf8OrLatin(line);
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

function decodeUtf8OrLatin(line: Uint8Array): string {
  try {
    return UTF8.decode(line);
  } catch {
    return LATIN.decode(line);
  }
}
