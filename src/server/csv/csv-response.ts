import { writeCsv } from "./write-csv.ts";

/** A CSV download, streamed while its rows are read. `name`: the file name without extension, in ASCII. */
export function csvResponse(name: string, ...[header, rows]: Parameters<typeof writeCsv>): Response {
  const chunks = writeCsv(header, rows);
  const utf8 = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
