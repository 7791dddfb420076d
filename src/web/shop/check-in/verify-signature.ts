import type { ParsedTicketText } from "../../../domain/ticket-text.ts";

/** One of the shop's public keys, as the ticket list contains it: 32 bytes in base64url. */
export interface TicketPublicKey {
  id: number;
  publicKey: string;
}

/**
 * Whether one of the shop's keys signed this ticket. Uses the browser's Ed25519 (since Chrome 137, Safari 17, Firefox
 * 129). Null if the browser does not support it, or the key is not in `keys`. Then only the list of tickets decides.
 */
export async function verifySignature(
  ticket: ParsedTicketText,
  keys: readonly TicketPublicKey[],
): Promise<boolean | null> {
  const key = keys.find(({ id }) => id === ticket.keyId);
  if (!key) return null;
  try {
    const bytes = Uint8Array.from(atob(key.publicKey.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
    const publicKey = await crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, publicKey, ticket.signature, ticket.signedBytes);
  } catch {
    return null;
  }
}

/** The list's hash of a code (server/check-in/ticket-list.ts): 96 bits of SHA-256 over the device and the code. */
export async function hashCode(deviceId: string, code: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${deviceId} ${code}`));
  return btoa(String.fromCharCode(...new Uint8Array(hash, 0, 12)))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
