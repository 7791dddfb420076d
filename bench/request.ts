interface Parts {
  body?: unknown;
  token?: string | undefined;
  /** Sent as `Idempotency-Key`. */
  key?: string | undefined;
  cookie?: string | undefined;
}

/** A call of the API as it is sent, with the headers of a browser's client. */
export function request(method: string, path: string, { body, token, key, cookie }: Parts = {}): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  return [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    "Accept-Encoding: gzip, br",
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
    "",
    text,
  ].join("\r\n");
}
