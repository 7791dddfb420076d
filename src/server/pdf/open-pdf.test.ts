import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { openPdf } from "./open-pdf.ts";

/** The text of a PDF that contains this text, as a reader of the PDF would copy it. */
async function readCopiedText(text: string): Promise<string> {
  const { pdf, bytes } = await openPdf({ title: "Prueba", author: "Prueba" });
  pdf.font("bold").text(text);
  pdf.end();
  return (await extractText(await getDocumentProxy(await bytes), { mergePages: true })).text;
}

test("text can be copied from a document although an earlier document drew these letters only with accents", async () => {
  expect(await readCopiedText("Ú·")).toBe("Ú·");
  expect(await readCopiedText("U. 1.5")).toBe("U. 1.5");
});
