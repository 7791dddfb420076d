import { createHash } from "node:crypto";
import { z } from "zod";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { sentenceOfIssue } from "../shops/sentence-of-issue.ts";
import { lockShopRow } from "../shops/queries.ts";
import { findPickupPoint, type PickupPoint } from "./pickup-points.ts";

const requiredText = (max: number, missingMessage: string) =>
  z
    .string()
    .trim()
    .min(1, { error: missingMessage })
    .max(max, { error: `A lo más ${max} letras` });

/** The fields of a point and their limits. */
const PointFields = z.object({
  name: requiredText(60, "Escribe cómo se llama"),
  address: requiredText(300, "Escribe la dirección"),
  mapUrl: z
    .string()
    .max(500, { error: "A lo más 500 letras" })
    .refine((url) => url.startsWith("https://") && URL.canParse(url), {
      error: "Pega un enlace que empiece con https://",
    })
    .nullable(),
  hours: requiredText(300, "Escribe a qué horas se puede recoger"),
  leadDays: z
    .number({ error: "Escribe días hábiles enteros" })
    .int({ error: "Escribe días hábiles enteros" })
    .min(0, { error: "Escribe 0 o más días" })
    .max(60, { error: "A lo más 60 días hábiles" }),
});
export type PointFields = z.output<typeof PointFields>;

export type PickupPointFieldRefusal = Refusal<"bad_pickup_point"> & { field: keyof PointFields; message: string };

/** The maximum number of open points of a shop. The checkout lists them all. */
const MAX_POINTS = 50;

function checkPickupPointFields(fields: unknown): PointFields | PickupPointFieldRefusal {
  const parseResult = PointFields.safeParse(fields);
  if (parseResult.success) return parseResult.data;
  const [issue] = parseResult.error.issues;
  return { ...refuse("bad_pickup_point"), field: issue!.path[0] as keyof PointFields, message: sentenceOfIssue(issue) };
}

/** A hash of a point's fields. A form sends it back as `seen`, so that a concurrent change is detected. */
export function versionOfPoint(point: PickupPoint): string {
  return createHash("sha256")
    .update(JSON.stringify(fieldsOf(point)))
    .digest("base64url");
}

/** Opens a point in a shop. Customers can choose it immediately. */
export function addPickupPoint(
  app: App,
  shopId: string,
  fields: unknown,
  by: Actor,
): Promise<{ id: string } | PickupPointFieldRefusal | Refusal<"too_many_pickup_points">> {
  return transact(app.db, async (tx) => {
    const checkedFields = checkPickupPointFields(fields);
    if (isRefusal(checkedFields)) return checkedFields;
    await lockShopRow(tx, shopId);
    const { count } = await tx
      .selectFrom("pickup_points")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("shop_id", "=", shopId)
      .where("is_active", "=", true)
      .executeTakeFirstOrThrow();
    if (count >= MAX_POINTS) return refuse("too_many_pickup_points");
    const id = newId();
    await tx
      .insertInto("pickup_points")
      .values({ id, shop_id: shopId, ...toRow(checkedFields) })
      .execute();
    await logChange(tx, by, {
      action: "pickup-point-add",
      object: { kind: "pickup-point", id },
      after: { ...checkedFields },
    });
    return { id };
  });
}

/** Changes a point. Orders to collect there show the new data too, because customers must find the place. */
export function changePickupPoint(
  app: App,
  shopId: string,
  { id, fields, seen }: { id: string; fields: unknown; seen?: string },
  by: Actor,
): Promise<{ id: string } | PickupPointFieldRefusal | Refusal<"pickup_point_not_found" | "edit_conflict">> {
  return transact(app.db, async (tx) => {
    const checkedFields = checkPickupPointFields(fields);
    if (isRefusal(checkedFields)) return checkedFields;
    await lockShopRow(tx, shopId);
    const storedPoint = await findPickupPoint(tx, shopId, id);
    if (!storedPoint) return refuse("pickup_point_not_found");
    if (seen !== undefined && versionOfPoint(storedPoint) !== seen) return refuse("edit_conflict");
    await tx.updateTable("pickup_points").set(toRow(checkedFields)).where("id", "=", id).execute();
    await logChange(tx, by, {
      action: "pickup-point-change",
      object: { kind: "pickup-point", id },
      before: fieldsOf(storedPoint),
      after: { ...checkedFields },
    });
    return { id };
  });
}

/** Closes a point. Customers can no longer choose it. Existing orders are still handed over there. */
export function closePickupPoint(
  app: App,
  shopId: string,
  id: string,
  by: Actor,
): Promise<"closed" | Refusal<"pickup_point_not_found">> {
  return transact(app.db, async (tx) => {
    await lockShopRow(tx, shopId);
    const storedPoint = await findPickupPoint(tx, shopId, id);
    if (!storedPoint) return refuse("pickup_point_not_found");
    await tx.updateTable("pickup_points").set({ is_active: false }).where("id", "=", id).execute();
    await logChange(tx, by, {
      action: "pickup-point-close",
      object: { kind: "pickup-point", id },
      before: { name: storedPoint.name },
    });
    return "closed" as const;
  });
}

function fieldsOf({ name, address, mapUrl, hours, leadDays }: PickupPoint): Record<string, unknown> {
  return { name, address, mapUrl, hours, leadDays };
}

function toRow({ name, address, mapUrl, hours, leadDays }: PointFields) {
  return { name, address, map_url: mapUrl, hours, lead_business_days: leadDays };
}
