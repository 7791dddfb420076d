import type { ParcelState } from "../../domain/parcel.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Actor } from "../change-log/change-log.ts";
import { isId } from "../db/new-id.ts";
import { listParcelsByIds } from "./list-for-staff.ts";
import { moveParcel, type MoveParcelRefusal } from "./move-parcel.ts";

export interface ParcelMoveOutcome {
  reference: number;
  number: number;
  /** Why it was refused. Null if it was moved. */
  refused: MoveParcelRefusal["refused"] | null;
}

/** Moves several parcels to a state, each in its own transaction. Ignores parcels of other shops. */
export async function moveParcels(
  app: App,
  { ids, shops, to, at }: { ids: readonly string[]; shops: "all" | readonly string[]; to: ParcelState; at: Date },
  by: Actor,
): Promise<ParcelMoveOutcome[]> {
  const outcomes: ParcelMoveOutcome[] = [];
  for (const { id, reference, number } of await listParcelsByIds(app.db, [...new Set(ids)].filter(isId), shops)) {
    const moveResult = await moveParcel(app, id, { to, at, by });
    outcomes.push({ reference, number, refused: isRefusal(moveResult) ? moveResult.refused : null });
  }
  return outcomes;
}
