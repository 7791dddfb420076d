import { createHash } from "node:crypto";

/** An id in the format of a UUID v7 that depends only on `kind` and `name`, so it is the same on every machine. */
export function demoId(kind: string, name: string): string {
  const hex = createHash("sha256").update(`escaparate demo ${kind} ${name}`).digest("hex");
  return `01990000-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}
