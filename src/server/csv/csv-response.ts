import { writeCsv } from "./write-csv.ts";

/** A CSV as a file to keep, sent while it is being read. `name`: without its ending, in letters any system takes. */
export function csvResponse(name: string, ...[head, rows]: Parameters<typeof writeCsv>): Response {
  const pieces = writeCsv(head, rows);
  const utf8 = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
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
