import { z } from "zod";
import { SCAN_RESULTS } from "../domain/scan-result.ts";
import { TICKET_STATES } from "../domain/ticket-state.ts";
import { Id, Instant, text } from "./fields.ts";

const Answer = z.enum(SCAN_RESULTS);

const Counts = z.object({
  entered: z.number().int(),
  total: z.number().int().meta({ description: "Sin los anulados" }),
});

const Conflict = z
  .object({
    _id: z.number().int(),
    reason: z.enum(["used", "void", "other_day", "other_event", "unknown"]).meta({
      description: "Por qué no debió entrar; `used`: con ese boleto ya había entrado alguien",
    }),
    event: z.string().nullable(),
    seat: z.string().nullable(),
    device: z.string().meta({ description: "La puerta que lo dejó pasar" }),
    scannedOn: Instant,
    first: z
      .object({ device: z.string(), scannedOn: Instant })
      .nullable()
      .meta({ description: "La entrada que cuenta" }),
  })
  .meta({ id: "ScanConflict" });

const ListedTicket = z
  .object({
    _id: Id,
    code: z.string().meta({
      description: "Los primeros 12 bytes, en base64url, de SHA-256 de «dispositivo código»: el código no está aquí",
    }),
    event: Id,
    seat: z.string(),
    state: z.enum(TICKET_STATES),
    usedOn: Instant.nullable(),
    usedBy: z.string().nullable(),
  })
  .meta({ id: "DoorTicket" });

/** What a phone needs to judge without a network. */
export const TicketList = z
  .object({
    device: z.object({ _id: Id, name: z.string(), expiresOn: Instant }),
    syncedOn: Instant.meta({ description: "La hora de la tienda: va en `since` la próxima vez" }),
    counts: Counts,
    conflicts: z.array(Conflict),
    events: z.array(
      z.object({ _id: Id, name: z.string(), startsOn: Instant.nullable(), place: z.string().nullable() }),
    ),
    keys: z
      .array(z.object({ id: z.number().int(), publicKey: z.string() }))
      .meta({ description: "Ed25519, 32 bytes en base64url: comprueban la firma de cada QR" }),
    tickets: z.array(ListedTicket),
  })
  .meta({ id: "TicketList" });

const ticketShown = text().trim().min(1, { error: "Escanea o escribe un código" }).max(1_000);

export const TicketListQuery = z.object({
  since: z.iso.datetime().optional().meta({ description: "Solo lo que cambió desde entonces" }),
});

export const Scan = z.object({
  _id: text()
    .toLowerCase()
    .pipe(z.uuid({ error: "Debe ser un UUID" }))
    .meta({ description: "De esta lectura; repetida, es la misma" }),
  ticket: ticketShown.meta({ description: "El texto del QR, o el código impreso" }),
  anyDay: z.boolean().optional().meta({
    description:
      "El personal deja entrar aunque el boleto sea de otro día (`other_day`); queda en la bitácora de la puerta",
  }),
});

const ScannedTicket = z
  .object({
    _id: Id,
    eventId: Id,
    event: z.string(),
    startsOn: Instant.nullable(),
    place: z.string().nullable(),
    seat: z.string(),
    holder: z.string(),
    state: z.enum(TICKET_STATES),
    usedOn: Instant.nullable(),
    usedBy: z.string().nullable(),
  })
  .meta({ id: "ScannedTicket" });

export const Scanned = z
  .object({ _id: Id, answer: Answer, ticket: ScannedTicket.nullable(), counts: Counts })
  .meta({ id: "Scanned" });

export const OfflineScans = z.object({
  scans: z
    .array(
      Scan.extend({
        shown: Answer.meta({ description: "Lo que el teléfono dijo sin red" }),
        scannedOn: z.iso.datetime(),
        undoneOn: z.iso.datetime().nullish(),
      }),
    )
    .min(1)
    .max(100),
});

export const Reconciled = z.object({
  scans: z.array(z.object({ _id: Id, answer: Answer })),
  counts: Counts,
  conflicts: z.array(Conflict),
});

export const Undone = z.object({ counts: Counts });
