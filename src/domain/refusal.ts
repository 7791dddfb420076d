/** The result when a business rule refuses a request: a value, not an exception. Thrown errors are bugs or outages. */
export interface Refusal<Name extends string = string> {
  readonly refused: Name;
}

export function refuse<Name extends string>(refused: Name): Refusal<Name> {
  return { refused };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refused" in value;
}
