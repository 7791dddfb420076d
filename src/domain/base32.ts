const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Base 32 of RFC 4648 without padding. Capitals and digits only: a QR code stores two such characters in eleven bits.
 */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let buffer = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += SYMBOLS[(buffer >> (bits - 5)) & 31];
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + SYMBOLS[(buffer << (5 - bits)) & 31] : text;
}

/** Reverses `toBase32`. Undefined for a text that `toBase32` does not write, so that each value has one spelling. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let length = 0;
  let bits = 0;
  let buffer = 0;
  for (const character of text) {
    const value = SYMBOLS.indexOf(character);
    if (value < 0) return undefined;
    buffer = (buffer << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = buffer >> bits;
      buffer &= (1 << bits) - 1;
    }
  }
  return toBase32(bytes) === text ? bytes : undefined;
}
