import { expect, test } from "vitest";
import { readForm } from "./guard.ts";

function makeFormRequest(valueCount: number): Request {
  const body = new URLSearchParams(Array.from({ length: valueCount }, (_, line) => ["pieces", String(line)]));
  return new Request("https://tienda.mx/panel", { method: "POST", body });
}

test("every value of a repeated field is read, and more than 5,000 are refused instead of shortened", async () => {
  const form = await readForm(makeFormRequest(250));
  expect(form.all("pieces")).toEqual(Array.from({ length: 250 }, (_, line) => String(line)));
  const longForm = await readForm(makeFormRequest(5_001));
  expect(() => longForm.all("pieces")).toThrow(expect.objectContaining({ init: { status: 413 } }));
});
