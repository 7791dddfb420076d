import { expect, test } from "vitest";
import { refuse } from "../../../../domain/refusal.ts";
import { failureOf } from "./refusal-reason.ts";

test.each([
  ["Saldo insuficiente", "El PAC no aceptó el documento. Su mensaje dice por qué. Código 999: Saldo insuficiente"],
  ["", "El PAC no aceptó el documento. Su mensaje dice por qué."],
])("a refused document shows the PAC's code and message only if the PAC sent a message: «%s»", (message, failure) => {
  const refusal = { ...refuse("invoice_refused"), code: "999", message };
  expect(failureOf(refusal).failure).toBe(failure);
});
