import { z } from "zod";
import { Product } from "./catalog.ts";
import { Id, Instant, plainText, requiredText, text } from "./fields.ts";

/** A day, as a date without a time. */
const Day = z.string().meta({ format: "date", example: "2026-11-21" });

/** A presale as a cart and an order name it. */
export const PresaleShown = z
  .object({ _id: Id, name: z.string(), deliversOn: Day.nullable().meta({ description: "Desde cuándo se entrega" }) })
  .meta({ id: "PresaleShown" });

/** A product with all that a screen shows of it: presale screens have no page of the server's to take it from. */
export const PresaleProduct = Product.extend({
  tag: z.enum(["offer", "new"]).nullable(),
  pictures: z.array(
    z.object({
      key: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      color: z.string(),
      alt: z.string(),
      avif: z.array(z.number().int()),
      webp: z.array(z.number().int()),
    }),
  ),
}).meta({ id: "PresaleProduct" });

export const AccessCode = z.object({ code: requiredText("Escribe tu código", 60) });

export const CodeAccepted = z.object({
  status: z.literal("OK"),
  code: z.string().meta({ description: "Como va en `X-CODE`: sin espacios alrededor y en mayúsculas" }),
  presale: PresaleShown.extend({
    startsOn: Instant,
    endsOn: Instant,
    room: z.boolean().meta({ description: "Hay fila: para agregar piezas hace falta un turno (`X-GRANT`)" }),
  }),
});

export const PresaleQuery = z.object({
  category: plainText().optional().meta({ description: "Su _id o su nombre en la dirección, con sus subcategorías" }),
});

const ROOM_STATES = ["EARLY", "WAITING", "ADMITTED", "ENDED", "SOLD_OUT"] as const;

export const JoinRoom = z.object({
  visitor: z
    .string()
    .regex(/^[\w-]{43}$/, { error: "Falta el secreto de este navegador: 32 bytes al azar en base64url" })
    .meta({ description: "Lo hace el navegador y lo guarda: el mismo tiene siempre el mismo lugar" }),
  again: z.boolean().nullish().meta({ description: "Su turno terminó y quiere formarse otra vez, al final" }),
});

export const RoomQuery = z.object({ presale: text().max(100) });

/** Where a visitor of a waiting room stands. */
export const RoomPlace = z
  .object({
    state: z.enum(ROOM_STATES),
    place: z.number().int().nullable().meta({ description: "null antes del sorteo, que es a la hora de abrir" }),
    ahead: z.number().int().meta({ description: "Cuántos van antes" }),
    people: z.number().int().meta({ description: "Cuántos esperan en total" }),
    waitMinutes: z.number().int().nullable().meta({ description: "Espera aproximada" }),
    likely: z.boolean().meta({ description: "Quedan piezas para los que van antes y una más" }),
    opensOn: Instant,
    piecesBackOn: Instant.nullable().meta({
      description: "Nada a la venta, pero hay piezas en carritos: cuándo vence el primero",
    }),
    grant: z.string().nullable().meta({ description: "El turno, como va en `X-GRANT` al agregar" }),
    grantEndsOn: Instant.nullable(),
    cart: Id.nullable().meta({ description: "El único carrito que usa su turno" }),
    serverNow: Instant,
    pollSeconds: z.number().meta({ description: "En cuántos segundos volver a preguntar" }),
  })
  .meta({ id: "RoomPlace" });
