/** The result when a business rule refuses a request: a value, not an exception. Thrown errors are bugs or outages. */
export interface Refusal<Code extends string = string> {
  readonly refused: Code;
}

export function refuse<Code extends string>(refused: Code): Refusal<Code> {
  return { refused };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value;
}
