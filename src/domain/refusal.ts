/** A "no" of the business: a value, not an exception. What we throw is a bug or an outage. */
export interface Refusal<Code extends string = string> {
  readonly refused: Code;
}

export function refuse<Code extends string>(refused: Code): Refusal<Code> {
  return { refused };
}

export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}
