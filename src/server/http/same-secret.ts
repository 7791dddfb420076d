import { timingSafeEqual } from "node:crypto";

/** Whether what was sent is the secret, in a time that says nothing about how much of it is right. */
export function isSameSecret(sent: string, secret: string): boolean {
  const [given, wanted] = [Buffer.from(sent), Buffer.from(secret)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
