import type { ParcelState } from "../../../domain/parcel.ts";

export const PARCEL_TONE: Record<ParcelState, "plain" | "success" | "warning" | "error"> = {
  PACKED: "warning",
  HANDED_OVER: "plain",
  IN_TRANSIT: "plain",
  OUT_FOR_DELIVERY: "plain",
  DELIVERED: "success",
  FAILED: "error",
  RETURNED: "error",
};
