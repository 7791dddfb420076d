/**
 * The browser's answer of an authenticator, parsed; undefined when its shape is wrong. Its signature is verified later.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the kind of its answer
export function readAnswer<Answer extends { id: string }>(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    const isAnswer =
      typeof answer === "object" &&
      answer !== null &&
      "id" in answer &&
      typeof answer.id === "string" &&
      "response" in answer;
    return isAnswer ? (answer as unknown as Answer) : undefined;
  } catch {
    return undefined;
  }
}
