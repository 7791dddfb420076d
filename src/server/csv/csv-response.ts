import { streamText } from "./stream-text.ts";
import { writeCsv } from "./write-csv.ts";

/** A CSV download, streamed while its rows are read. `name`: the file name without extension, in ASCII. */
export function csvResponse(name: string, ...csv: Parameters<typeof writeCsv>): Response {
  return new Response(streamText(writeCsv(...csv)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
