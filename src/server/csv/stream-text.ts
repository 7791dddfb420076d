/** A response body in UTF-8. The next chunk is generated only when the reader asks for it. */
export function streamText(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
