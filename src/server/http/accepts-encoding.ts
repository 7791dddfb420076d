/** Whether an `Accept-Encoding` header names this encoding. `q=0` forbids it (RFC 9110, 12.5.3). `*` does not count. */
export function acceptsEncoding(header: string | undefined, encoding: string): boolean {
  return new RegExp(`(?:^|[,\\s])${encoding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:[,\\s]|$))(?:[;,\\s]|$)`).test(header ?? "");
}
