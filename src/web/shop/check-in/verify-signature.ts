import type { TicketText } from "../../../domain/ticket-text.ts";

/** A public key as the list brings it: 32 bytes in base64url. */
export interface ScannerKey {
  id: number;
  publicKey: string;
}

/**
 * Whether one of the shop's keys signed this ticket, by the browser's own Ed25519 (Chrome 137, Safari 17, Firefox 129);
 * null where it has none, or does not know the key: then the list alone must tell.
 */
export async function verifySignature(ticket: TicketText, keys: readonly ScannerKey[]): Promise<boolean | null> {
  const key = keys.find(({ id }) => id === ticket.keyId);
  if (!key) return null;
  try {
    const bytes = Uint8Array.from(atob(key.publicKey.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    const publicKey = await crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, publicKey, ticket.signature, ticket.signed);
  } catch {
    return null;
  }
}

/** What the list has of a code (server/check-in/ticket-list.ts): 96 bits of SHA-256 over the device and it. */
export async function hashCode(deviceId: string, code: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${deviceId} ${code}`));
  return btoa(String.fromCharCode(...new Uint8Array(hash, 0, 12)))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
