import { expect, test } from "vitest";
import { API } from "../../../../contract/api.ts";
import type { OperationName } from "../../../../contract/operations.ts";
import { operationLabel } from "./operation-label.ts";

/** Calls of a scanner at the entrance: no customer's session makes them. */
const OF_SCANNERS = new Set<OperationName>(["syncDoor", "scanAtDoor", "reconcileDoor", "undoScan"]);

test("staff read what a member did in a customer's name in words", () => {
  const names = Object.keys(API) as OperationName[];
  const loggedNames = names.filter((name) => API[name].cache === "private" && !OF_SCANNERS.has(name));
  expect(loggedNames.filter((name) => operationLabel(name) === name)).toEqual([]);
  expect(operationLabel("toString")).toBe("toString");
});
