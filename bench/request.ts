import { randomInt } from "node:crypto";

interface RequestParts {
  body?: unknown;
  token?: string | undefined;
  /** Sent as `Idempotency-Key`. */
  idempotencyKey?: string | undefined;
  cookie?: string | undefined;
  /** The visitor's IP address, as a proxy forwards it. */
  ip?: string | undefined;
}

/**
 * A random IP address of 10.0.0.0/8. Visitors have different ones, so that limits per IP address do not apply to all of
 * them together.
 */
export function randomIp(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

/** A request as it is sent, with only the headers that the shop reads. */
export function formatRequest(
  method: string,
  path: string,
  { body, token, idempotencyKey, cookie, ip }: RequestParts = {},
): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  return [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    "Accept-Encoding: gzip, br",
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(ip === undefined ? [] : [`X-Forwarded-For: ${ip}`]),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
    "",
    text,
  ].join("\r\n");
}
