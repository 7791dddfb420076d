import { timingSafeEqual } from "node:crypto";

/** Compares a sent value with the secret. The time depends only on whether their lengths are equal. */
export function isSameSecret(sentValue: string, secret: string): boolean {
  const [sentBytes, secretBytes] = [Buffer.from(sentValue), Buffer.from(secret)];
  return sentBytes.length === secretBytes.length && timingSafeEqual(sentBytes, secretBytes);
}
