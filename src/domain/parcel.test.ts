import { expect, test } from "vitest";
import { canMoveParcel, isOnItsWay, PARCEL_STATES, statesStaffCanSet } from "./parcel.ts";

test.each([
  ["PACKED", "HANDED_OVER", true, "the carrier took it"],
  ["PACKED", "DELIVERED", false, "it has not left"],
  ["HANDED_OVER", "DELIVERED", true, "no event in between is needed"],
  ["OUT_FOR_DELIVERY", "IN_TRANSIT", true, "it went back to the depot"],
  ["FAILED", "OUT_FOR_DELIVERY", true, "another attempt"],
  ["DELIVERED", "RETURNED", false, "a customer's return is another parcel"],
  ["RETURNED", "DELIVERED", false, "the mistake is corrected first"],
  ["IN_TRANSIT", "PACKED", false, "it has left"],
] as const)("by staff, from %s to %s: %s, as %s", (from, to, isAllowed, _reason) => {
  expect(canMoveParcel(from, to, "staff")).toBe(isAllowed);
});

test("a late event of the carrier does not change a parcel in a final state, but staff can correct it", () => {
  for (const finalState of ["DELIVERED", "RETURNED"] as const) {
    for (const to of PARCEL_STATES) expect(canMoveParcel(finalState, to, "carrier")).toBe(false);
    expect(canMoveParcel(finalState, "IN_TRANSIT", "staff")).toBe(true);
  }
});

test("staff change every state by hand except PACKED, which ends when the parcel is handed over", () => {
  expect(PARCEL_STATES.filter((state) => statesStaffCanSet(state).length === 0)).toEqual(["PACKED"]);
});

test("a parcel is on its way from when it is handed over until it is delivered or comes back", () => {
  expect(PARCEL_STATES.filter((state) => !isOnItsWay(state))).toEqual(["PACKED", "DELIVERED", "RETURNED"]);
});
