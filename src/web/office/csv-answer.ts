import { writeCsv } from "../../server/csv/write-csv.ts";

/** A list as a file for a spreadsheet, sent as it is read. */
export function csvAnswer(name: string, ...[head, rows]: Parameters<typeof writeCsv>): Response {
  const pieces = writeCsv(head, rows);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await pieces.next();
      if (done) stream.close();
      else stream.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
