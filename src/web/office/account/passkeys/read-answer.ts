/** What a browser says its key answered; undefined for anything that cannot be one. Whether it is true its signature tells. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows which of two answers it asked for
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
