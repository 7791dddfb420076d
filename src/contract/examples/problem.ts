import { WRONG_PHONE_MESSAGE } from "../fields.ts";
import type { Problem } from "../problem.ts";

export const PROBLEM: Problem = {
  type: "about:blank",
  title: "Datos inválidos",
  status: 422,
  code: "VALIDATION_FAILED",
  detail: WRONG_PHONE_MESSAGE,
  errors: [{ path: "phone", message: WRONG_PHONE_MESSAGE }],
};
