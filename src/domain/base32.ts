const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base 32 of RFC 4648 without padding: capitals and digits, which a QR code packs two in eleven bits. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += SYMBOLS[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + SYMBOLS[(held << (5 - bits)) & 31] : text;
}

/** Undefined where it is not what `toBase32` writes: one ticket has one spelling. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    const value = SYMBOLS.indexOf(letter);
    if (value < 0) return undefined;
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = held >> bits;
      held &= (1 << bits) - 1;
    }
  }
  return toBase32(bytes) === text ? bytes : undefined;
}
