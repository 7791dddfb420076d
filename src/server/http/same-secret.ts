import { timingSafeEqual } from "node:crypto";

/** Compares a sent value with the secret in constant time. */
export function isSameSecret(sent: string, secret: string): boolean {
  const [sentBytes, secretBytes] = [Buffer.from(sent), Buffer.from(secret)];
  return sentBytes.length === secretBytes.length && timingSafeEqual(sentBytes, secretBytes);
}
