import { streamText } from "./stream-text.ts";
import { writeCsv } from "./write-csv.ts";

/** A CSV download, streamed while its rows are read. `name`: the file name without extension, in ASCII. */
export function csvResponse(name: string, ...writeCsvArguments: Parameters<typeof writeCsv>): Response {
  return new Response(streamText(writeCsv(...writeCsvArguments)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
