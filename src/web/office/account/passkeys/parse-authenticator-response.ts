/**
 * Parses an authenticator's response, which the browser sends as JSON. Undefined when its shape is wrong. Its signature
 * is verified later.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows which response it expects
export function parseAuthenticatorResponse<AuthenticatorResponse extends { id: string }>(
  text: string,
): AuthenticatorResponse | undefined {
  try {
    const response: unknown = JSON.parse(text);
    const isResponse =
      typeof response === "object" &&
      response !== null &&
      "id" in response &&
      typeof response.id === "string" &&
      "response" in response;
    return isResponse ? (response as unknown as AuthenticatorResponse) : undefined;
  } catch {
    return undefined;
  }
}
