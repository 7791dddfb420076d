import { getDocument } from "unpdf/pdfjs";

/** The maximum number of pages to read. A Constancia has two or three, and the data are on the first ones. */
const MAX_PAGES = 4;
const MAX_CHARACTERS = 60_000;

// This worker receives the bytes of a PDF and a MessagePort. It posts the text of the PDF, in lines, to that port, or
// null if the PDF cannot be read. The port is separate, because pdf.js uses the default channel for its own messages
// when it runs in a worker.
addEventListener("message", ({ data: { pdf, port } }: MessageEvent<{ pdf: ArrayBuffer; port?: MessagePort }>) => {
  if (!port) return;
  readText(pdf).then(
    (text) => port.postMessage(text),
    () => port.postMessage(null),
  );
});

async function readText(bytes: ArrayBuffer): Promise<string> {
  const pdfDocument = await getDocument({
    data: new Uint8Array(bytes),
    useWasm: false,
    useSystemFonts: true,
    disableFontFace: true,
    verbosity: 0,
  }).promise;
  const pageTexts: string[] = [];
  for (let pageNumber = 1; pageNumber <= Math.min(pdfDocument.numPages, MAX_PAGES); pageNumber++) {
    const { items } = await (await pdfDocument.getPage(pageNumber)).getTextContent();
    pageTexts.push(
      joinIntoLines(items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [toTextRun(item)] : []))),
    );
  }
  return pageTexts.join("\n").slice(0, MAX_CHARACTERS);
}

/** A text at one position of a page. `y` grows upwards. */
interface TextRun {
  text: string;
  x: number;
  y: number;
}

function toTextRun({ str, transform }: { str: string; transform: number[] }): TextRun {
  return { text: str, x: transform[4] ?? 0, y: transform[5] ?? 0 };
}

/** Joins runs of text at the same height into lines, left to right, because the cells of a table come in any order. */
function joinIntoLines(runs: TextRun[]): string {
  const lines: TextRun[][] = [];
  for (const run of runs.sort((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    if (line && Math.abs(line[0]!.y - run.y) < 3) line.push(run);
    else lines.push([run]);
  }
  return lines
    .map((line) =>
      line
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(" "),
    )
    .join("\n");
}
