import { writeCsv } from "../../../server/csv/write-csv.ts";

/** A CSV to download, sent while its rows are read, as fast as it is taken. */
export function csvResponse(fileName: string, head: readonly string[], rows: Parameters<typeof writeCsv>[1]): Response {
  const pieces = writeCsv(head, rows);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}
