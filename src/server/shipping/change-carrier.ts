import { sql } from "kysely";
import { createHash } from "node:crypto";
import { z } from "zod";
import { LIVE_PRICE_CARRIERS } from "../../domain/live-price.ts";
import { isTrackingTemplate } from "../../domain/tracking-url.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import { storePicture } from "../pictures/add-picture.ts";
import { nearestWebpUrl } from "../pictures/picture-url.ts";
import type { PictureRefusal } from "../pictures/process-picture.ts";
import { sentenceOfIssue } from "../shops/sentence-of-issue.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";

const PriceCents = z.number({ error: "Escribe una cantidad, p. ej. 99.50" }).int().min(0).max(100_000_00, {
  error: "A lo más $100,000",
});

const BusinessDays = z
  .number({ error: "Escribe días hábiles enteros" })
  .int({ error: "Escribe días hábiles enteros" })
  .min(0)
  .max(60, { error: "A lo más 60 días hábiles" });

/** The fields of a carrier and their limits. All shops share the carriers, and each shop may withdraw some. */
const CarrierFields = z
  .object({
    name: z.string().min(1).max(60),
    description: z.string().max(200),
    priceCents: PriceCents,
    insuranceRateBps: z
      .number({ error: "Escribe un porcentaje, p. ej. 3" })
      .int({ error: "A lo más dos decimales" })
      .min(1, { error: "Más de 0 %" })
      .max(10_000, { error: "A lo más 100 %" })
      .nullable(),
    maxPieces: z
      .number({ error: "Escribe cuántas piezas" })
      .int({ error: "Escribe piezas enteras" })
      .min(0)
      .max(100_000)
      .nullable(),
    pieceCents: PriceCents.nullable(),
    minDays: BusinessDays.nullable().default(null),
    maxDays: BusinessDays.nullable().default(null),
    liveCarrier: z.enum(LIVE_PRICE_CARRIERS).nullable().default(null),
    liveService: z
      .string()
      .regex(/^[\w-](?:[\w .-]{0,58}[\w-])?$/, { error: "Es el nombre del servicio en tu cuenta, p. ej. ground" })
      .nullable()
      .default(null),
    alertText: z.string().max(1_000).nullable(),
    trackingUrl: z
      .string()
      .max(500)
      .refine(isTrackingTemplate, {
        error: "Debe empezar con https:// y llevar {guide} donde va la guía",
      })
      .nullable()
      .default(null),
  })
  .refine(({ maxPieces, pieceCents }) => (maxPieces === null) === (pieceCents === null), {
    error: "Faltan las piezas o el precio por pieza: van los dos o ninguno",
    path: ["pieceCents"],
  })
  .refine(({ liveCarrier, liveService }) => liveCarrier !== null || liveService === null, {
    error: "Elige con qué paquetería se cotiza",
    path: ["liveService"],
  })
  .refine(({ minDays, maxDays }) => (minDays === null) === (maxDays === null), {
    error: "Faltan los días: van los dos o ninguno",
    path: ["maxDays"],
  })
  .refine(({ minDays, maxDays }) => minDays === null || maxDays === null || minDays <= maxDays, {
    error: "No puede ser menos que los días de antes",
    path: ["maxDays"],
  });
export type CarrierFields = z.output<typeof CarrierFields>;

/** The carrier's pictures, separate from the fields: the URL of an upload, the key of the demo's picture, or null. */
export interface CarrierPictures {
  picture: string | null;
  alertPicture: string | null;
}

export type EditableCarrier = CarrierFields & CarrierPictures & { id: string };

export type CarrierFieldsRefusal = Refusal<"bad_carrier"> & { field: keyof CarrierFields; message: string };

export function checkCarrier(fields: unknown): CarrierFields | CarrierFieldsRefusal {
  const parsed = CarrierFields.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return { ...refuse("bad_carrier"), field: issue!.path[0] as keyof CarrierFields, message: sentenceOfIssue(issue) };
}

/** An active carrier with the fields that staff edit. Undefined if there is none with this id. */
export async function findEditableCarrier(db: Queryable, id: string): Promise<EditableCarrier | undefined> {
  if (!isId(id)) return undefined;
  const row = await db
    .selectFrom("carriers")
    .selectAll()
    .where("id", "=", id)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.name,
      description: row.description,
      priceCents: row.price_cents,
      insuranceRateBps: row.insurance_rate_bps,
      maxPieces: row.included_pieces,
      pieceCents: row.extra_piece_cents,
      minDays: row.min_business_days,
      maxDays: row.max_business_days,
      // A live carrier that this version does not know is ignored.
      liveCarrier: LIVE_PRICE_CARRIERS.find((carrier) => carrier === row.provider_carrier) ?? null,
      liveService: row.provider_service,
      trackingUrl: row.tracking_url,
      alertText: row.alert_text,
      picture: row.picture,
      alertPicture: row.alert_picture,
    }
  );
}

/** A hash of a carrier's fields. A form sends it back as `seen`, so that a concurrent change is detected. */
export function versionOfCarrier(carrier: EditableCarrier): string {
  return createHash("sha256").update(JSON.stringify(carrier)).digest("base64url");
}

/** Stores an uploaded picture of a carrier and returns its URL. */
export async function storeCarrierPicture(app: App, bytes: Buffer, name: string): Promise<string | PictureRefusal> {
  const picture = await storePicture(app, bytes, name);
  return isRefusal(picture) ? picture : nearestWebpUrl({ key: picture.key, webp: picture.webp_widths }, 720);
}

/** Adds a carrier at the end of the list. Every shop offers it immediately. */
export function addCarrier(
  app: App,
  fields: unknown,
  pictures: CarrierPictures,
  by: Actor,
): Promise<{ id: string } | CarrierFieldsRefusal> {
  return transact(app.db, async (tx) => {
    const checkedFields = checkCarrier(fields);
    if (isRefusal(checkedFields)) return checkedFields;
    await lockCarriers(tx);
    // A retired carrier leaves a gap, so the number of carriers may be the position of another one.
    const { position } = await tx
      .selectFrom("carriers")
      .select(sql<number>`coalesce(max(position), -1) + 1`.as("position"))
      .executeTakeFirstOrThrow();
    const id = newId();
    await tx
      .insertInto("carriers")
      .values({ id, position, ...toRow(checkedFields, pictures) })
      .execute();
    await logChange(tx, by, {
      action: "carrier-add",
      object: { kind: "carrier", id },
      after: toLogFields(checkedFields, pictures),
    });
    return { id };
  });
}

/** Changes a carrier for all shops. Existing orders keep the terms they were placed with. */
export function changeCarrier(
  app: App,
  { id, fields, pictures, seen }: { id: string; fields: unknown; pictures: CarrierPictures; seen: string },
  by: Actor,
): Promise<{ id: string } | CarrierFieldsRefusal | Refusal<"carrier_not_found" | "edit_conflict">> {
  return transact(app.db, async (tx) => {
    const checkedFields = checkCarrier(fields);
    if (isRefusal(checkedFields)) return checkedFields;
    await lockCarriers(tx);
    const storedCarrier = await findEditableCarrier(tx, id);
    if (!storedCarrier) return refuse("carrier_not_found");
    if (versionOfCarrier(storedCarrier) !== seen) return refuse("edit_conflict");
    await tx.updateTable("carriers").set(toRow(checkedFields, pictures)).where("id", "=", id).execute();
    const [before, after] = pickChangedFields(
      toLogFields(storedCarrier, storedCarrier),
      toLogFields(checkedFields, pictures),
    );
    if (Object.keys(after).length > 0) {
      await logChange(tx, by, { action: "carrier-change", object: { kind: "carrier", id }, before, after });
    }
    return { id };
  });
}

/** Moves a carrier one place up or down in the list that customers choose from. */
export function reorderCarrier(
  app: App,
  id: string,
  direction: "up" | "down",
  by: Actor,
): Promise<"moved" | Refusal<"carrier_not_found">> {
  return transact(app.db, async (tx) => {
    const ids = await lockCarriers(tx);
    const index = ids.indexOf(id);
    if (index < 0) return refuse("carrier_not_found");
    const newIndex = Math.max(0, Math.min(ids.length - 1, index + (direction === "up" ? -1 : 1)));
    if (newIndex === index) return "moved" as const;
    const reorderedIds = ids.toSpliced(index, 1).toSpliced(newIndex, 0, id);
    for (const [position, carrierId] of reorderedIds.entries()) {
      await tx.updateTable("carriers").set({ position }).where("id", "=", carrierId).execute();
    }
    const object = { kind: "carrier", id };
    await logChange(tx, by, {
      action: "carrier-move",
      object,
      before: { position: index + 1 },
      after: { position: newIndex + 1 },
    });
    return "moved" as const;
  });
}

/** Retires a carrier from every shop. Refused if a shop would have no carrier left. */
export function retireCarrier(
  app: App,
  id: string,
  by: Actor,
): Promise<"retired" | Refusal<"carrier_not_found" | "carrier_last">> {
  return transact(app.db, async (tx) => {
    // The lock on the shops makes a concurrent `setCarrierOffered` wait. Otherwise both changes could assume that
    // another carrier is left.
    const shops = await tx.selectFrom("shops").select("id").orderBy("id").forUpdate().execute();
    const ids = await lockCarriers(tx);
    if (!ids.includes(id)) return refuse("carrier_not_found");
    const withdrawals = await tx.selectFrom("withdrawn_carriers").selectAll().execute();
    const everyShopKeepsOne = shops.every((shop) =>
      ids.some(
        (otherId) =>
          otherId !== id &&
          !withdrawals.some(({ shop_id, carrier_id }) => shop_id === shop.id && carrier_id === otherId),
      ),
    );
    if (!everyShopKeepsOne) return refuse("carrier_last");
    await tx.updateTable("carriers").set({ is_active: false }).where("id", "=", id).execute();
    await logChange(tx, by, { action: "carrier-retire", object: { kind: "carrier", id } });
    return "retired" as const;
  });
}

/** Locks the active carriers and returns their ids in order. The lock allows one change of the list at a time. */
async function lockCarriers(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom("carriers")
    .select(["id", "position", "name"])
    .where("is_active", "=", true)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.toSorted((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1)).map(({ id }) => id);
}

function toRow(fields: CarrierFields, { picture, alertPicture }: CarrierPictures) {
  return {
    name: fields.name,
    description: fields.description,
    price_cents: fields.priceCents,
    insurance_rate_bps: fields.insuranceRateBps,
    included_pieces: fields.maxPieces,
    extra_piece_cents: fields.pieceCents,
    alert_text: fields.alertText,
    tracking_url: fields.trackingUrl,
    min_business_days: fields.minDays,
    max_business_days: fields.maxDays,
    provider_carrier: fields.liveCarrier,
    provider_service: fields.liveService,
    picture,
    // The picture belongs to the alert's text and is removed with it.
    alert_picture: fields.alertText === null ? null : alertPicture,
  };
}

function toLogFields(fields: CarrierFields, pictures: CarrierPictures): Record<string, unknown> {
  const { name, description, priceCents, insuranceRateBps, maxPieces, pieceCents, alertText, trackingUrl } = fields;
  const { minDays, maxDays, liveCarrier, liveService } = fields;
  return {
    name,
    description,
    priceCents,
    insurancePct: insuranceRateBps === null ? null : insuranceRateBps / 100,
    maxPieces,
    pieceCents,
    alertText,
    minDays,
    maxDays,
    liveCarrier,
    liveService,
    trackingUrl,
    picture: pictures.picture,
    alertPicture: pictures.alertPicture,
  };
}

/** The fields that differ between two states. */
function pickChangedFields(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return [pick(before), pick(after)] as const;
}
