import type { Problem } from "../problem.ts";

export const PROBLEM: Problem = {
  type: "about:blank",
  title: "Datos inválidos",
  status: 422,
  code: "VALIDATION_FAILED",
  detail: "Escribe un teléfono de 10 dígitos",
  errors: [{ path: "phone", message: "Escribe un teléfono de 10 dígitos" }],
};
