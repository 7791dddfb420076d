import { PHONE_WRONG } from "../fields.ts";
import type { Problem } from "../problem.ts";

export const PROBLEM: Problem = {
  type: "about:blank",
  title: "Datos inválidos",
  status: 422,
  code: "VALIDATION_FAILED",
  detail: PHONE_WRONG,
  errors: [{ path: "phone", message: PHONE_WRONG }],
};
