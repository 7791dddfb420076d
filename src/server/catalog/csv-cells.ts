import { toCents, type Cents } from "../../domain/money.ts";

// oxlint-disable-next-line no-control-regex -- PostgreSQL holds no NUL, and nobody wants the others
const BLANK = /[\s\u0000-\u001f]+/g;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/g;

/** A cell as one line of at most 200 letters. */
export function cleanLine(text: string | undefined): string {
  return (text ?? "").toWellFormed().normalize("NFC").replaceAll(BLANK, " ").trim().slice(0, 200).toWellFormed();
}

/** A cell of several lines, as a description takes it. */
export function cleanText(text: string): string {
  const lines = text.toWellFormed().normalize("NFC").replaceAll(/\r\n?/g, "\n").replaceAll(CONTROL, "");
  return lines.trim().slice(0, 5_000).toWellFormed();
}

/** Centavos of "349.50"; undefined where it is no price. */
export function readPrice(text: string | undefined): Cents | undefined {
  const plain = (text ?? "").trim();
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? toCents(Number(plain)) : undefined;
}

/** Pieces, none where nothing is written; undefined where it is no such number. */
export function readPieces(text: string | undefined): number | undefined {
  const plain = (text ?? "").trim();
  if (plain === "") return 0;
  return /^-?\d{1,6}$/.test(plain) ? Math.max(0, Number(plain)) : undefined;
}

/** A cell as a sentence about it shows it. */
export function shown(text: string | undefined): string {
  return cleanLine(text).slice(0, 40);
}
