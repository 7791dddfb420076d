/** A size with the codes that a scanner may read on it. */
export interface CodedSize {
  sizeId: string;
  sku: string | null;
  gtin: string | null;
}

/** A scanned or typed text in the form of each code that it may be (rule CODE-1). Null: it cannot be that code. */
export interface ScannedCode {
  /** The text in lower case: an SKU, which is compared without regard to case, or an id. */
  text: string;
  /** The text as a GTIN, with leading zeros to 14 digits: a GTIN-13 is the same as its 12- or 14-digit form. */
  gtin14: string | null;
  /** The text as our own code: the last 12 hexadecimal digits of the size's id. */
  idTail: string | null;
}

const OWN_CODE_DIGITS = 16;
const ID_TAIL_DIGITS = 12;

export function readScannedCode(scanned: string): ScannedCode {
  const text = scanned.trim().toLowerCase();
  const digits = text.replaceAll(/[\s-]/g, "");
  return {
    text,
    gtin14: /^(?:\d{8}|\d{12,14})$/.test(digits) ? digits.padStart(14, "0") : null,
    idTail: /^\d{16}$/.test(digits) ? readOwnCode(digits) : null,
  };
}

export function isCodeOf({ text, gtin14, idTail }: ScannedCode, size: CodedSize): boolean {
  return (
    text === size.sizeId ||
    text === size.sku?.toLowerCase() ||
    (gtin14 !== null && gtin14 === size.gtin?.padStart(14, "0")) ||
    (idTail !== null && size.sizeId.endsWith(idTail))
  );
}

/**
 * Our own code of a size: the last 12 hexadecimal digits of its id as 16 decimal digits, which Code 128 encodes in
 * pairs. No GTIN has 16 digits. It is used if the size has no SKU or GTIN, or none that fits the width of a label
 * (`labelCodeOf`) or can be in a line of a delivery.
 */
export function ownCodeOf(sizeId: string): string {
  return BigInt(`0x${sizeId.slice(-ID_TAIL_DIGITS)}`)
    .toString()
    .padStart(OWN_CODE_DIGITS, "0");
}

function readOwnCode(digits: string): string | null {
  const tail = BigInt(digits).toString(16).padStart(ID_TAIL_DIGITS, "0");
  return tail.length === ID_TAIL_DIGITS ? tail : null;
}
