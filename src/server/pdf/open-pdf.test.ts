import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { openPdf } from "./open-pdf.ts";

async function textOfPdf(words: string): Promise<string> {
  const { pdf, written } = await openPdf({ title: "Prueba", author: "Prueba" });
  pdf.font("bold").text(words);
  pdf.end();
  return (await extractText(await getDocumentProxy(await written), { mergePages: true })).text;
}

test("a letter that an earlier document drew only as a part of others is still copied as itself", async () => {
  expect(await textOfPdf("Ú·")).toBe("Ú·");
  expect(await textOfPdf("U. 1.5")).toBe("U. 1.5");
});
