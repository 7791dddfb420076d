import { z } from "zod";
import { SCAN_RESULTS } from "../domain/scan-result.ts";
import { TICKET_STATES } from "../domain/ticket-state.ts";
import { Id, Instant, text } from "./fields.ts";

const Answer = z
  .enum(SCAN_RESULTS)
  .describe(
    "`valid`: admitted; `used`: the ticket was used before; `void`: cancelled or refunded; `other_day`, `other_event`: not for today or for this event; `unknown`: no ticket has this code.",
  );
const STATE_DESCRIPTION = "`VALID`: not used yet; `USED`: a person has entered with it; `VOID`: cancelled or refunded.";
const State = z.enum(TICKET_STATES).describe(STATE_DESCRIPTION);
const Place = z.string().nullable().describe("Where the event is; null if not set.");
const Seat = z.string().describe("Seat or zone. With several tickets of one zone also the number: `General · 2 de 4`.");
const UsedOn = Instant.nullable().describe("When it was used; null until then.");
const UsedBy = z.string().nullable().describe("Name of the scanner that admitted the person; null until then.");

const Counts = z
  .object({
    entered: z.number().int().describe("Used tickets."),
    total: z.number().int().describe("Tickets sold, without void ones."),
  })
  .describe("How many tickets of this scanner's events are used.");

const Conflict = z
  .object({
    _id: z.number().int().describe("The conflict's number."),
    reason: z
      .enum(["used", "void", "other_day", "other_event", "unknown"])
      .describe("Why the ticket should have been refused; `used`: it had been used before."),
    event: z.string().nullable().describe("The event's name; null for an unknown ticket."),
    seat: z.string().nullable().describe("Seat or zone; null for an unknown ticket."),
    device: z.string().describe("Name of the scanner that admitted the person."),
    scannedOn: Instant.describe("When the scanner admitted the person, by its own clock."),
    first: z
      .object({
        device: z.string().describe("Name of the scanner of the entry that counts."),
        scannedOn: Instant.describe("The time of that entry."),
      })
      .nullable()
      .describe("The entry that counts. Null if there is none."),
  })
  .meta({
    id: "ScanConflict",
    description: "An entry made offline that should have been refused. Staff decide what to do.",
  });

const ListedTicket = z
  .object({
    _id: Id.describe("The ticket's id."),
    code: z
      .string()
      .describe(
        "A hash of the code: the first 12 bytes of SHA-256 of the scanner's `_id`, a space and the code, as base64url.",
      ),
    event: Id.describe("`_id` of its event."),
    seat: Seat,
    state: State,
    usedOn: UsedOn,
    usedBy: UsedBy,
  })
  .meta({ id: "DoorTicket", description: "A ticket as a scanner stores it." });

/** What a phone needs to check tickets without a network. */
export const TicketList = z
  .object({
    device: z
      .object({
        _id: Id.describe("The scanner's id."),
        name: z.string().describe("The name that staff gave it."),
        expiresOn: Instant.describe("When its key expires."),
      })
      .describe("The scanner whose key came with the call."),
    syncedOn: Instant.describe("The server's clock: send it as `since` the next time."),
    counts: Counts,
    conflicts: z.array(Conflict).describe("Conflicts of the last 24 hours at its events, at most 50, newest first."),
    events: z
      .array(
        z.object({
          _id: Id.describe("The event's id: its product's."),
          name: z.string().describe("The name that customers read."),
          startsOn: Instant.nullable().describe("When it begins; null if not set."),
          place: Place,
        }),
      )
      .describe("The events that this scanner checks."),
    keys: z
      .array(
        z.object({
          id: z.number().int().describe("The key's number, as the QR codes name it."),
          publicKey: z.string().describe("Ed25519 public key: 32 bytes as base64url."),
        }),
      )
      .describe("Keys that verify the signature of each QR code."),
    tickets: z.array(ListedTicket).describe("All tickets of its events; with `since` those that changed."),
  })
  .meta({ id: "TicketList", description: "What a scanner needs to check tickets without a network." });

const ticketText = text().trim().min(1, { error: "Escanea o escribe un código" }).max(1_000);

export const TicketListQuery = z.object({
  since: z.iso.datetime().optional().meta({
    description: "`syncedOn` of the call before: only tickets that changed since then. Without it: all.",
    example: "2026-11-21T00:30:00.000Z",
  }),
});

export const Scan = z
  .object({
    _id: text()
      .toLowerCase()
      .pipe(z.uuid({ error: "Debe ser un UUID" }))
      .describe("A UUID that the scanner makes for this scan. If it is sent again, it counts as the same scan."),
    ticket: ticketText.describe("The text of the QR code, or the printed code typed in."),
    anyDay: z
      .boolean()
      .optional()
      .describe("True: staff admitted the person although the ticket is for another day (`other_day`). It is logged."),
  })
  .describe("One scan of a ticket.");

const ScannedTicket = z
  .object({
    _id: Id.describe("The ticket's id."),
    eventId: Id.describe("`_id` of its event."),
    event: z.string().describe("The event's name."),
    startsOn: Instant.nullable().describe("When the event begins; null if not set."),
    place: Place,
    seat: Seat,
    holder: z.string().describe("The customer who bought it: name and last names. Shown to staff with a scanner only."),
    state: State,
    usedOn: UsedOn,
    usedBy: UsedBy,
  })
  .meta({ id: "ScannedTicket", description: "The ticket that was scanned, as it is now." });

export const ScanResponse = z
  .object({
    _id: Id.describe("The scan's `_id`, as it was sent."),
    answer: Answer,
    ticket: ScannedTicket.nullable().describe("The ticket. Null if no ticket has that code."),
    counts: Counts,
  })
  .meta({ id: "Scanned", description: "The result of a scan: whether to admit the person." });

export const OfflineScans = z
  .object({
    scans: z
      .array(
        Scan.extend({
          shown: Answer.describe("The answer that the scanner showed offline."),
          scannedOn: z.iso.datetime().describe("The time of the scan, by the scanner's clock."),
          undoneOn: z.iso.datetime().nullish().describe("When it was undone on the scanner. Omitted if it was not."),
        }),
      )
      .min(1)
      .max(100)
      .describe("The scans, oldest first."),
  })
  .describe("Scans that were made offline.");

export const OfflineScansResponse = z
  .object({
    scans: z
      .array(z.object({ _id: Id.describe("The scan's `_id`."), answer: Answer }))
      .describe("What the server found for each scan."),
    counts: Counts,
    conflicts: z
      .array(Conflict)
      .describe("Conflicts of the last 24 hours at the scanner's events, at most 50, newest first."),
  })
  .describe("The scans as the server counts them.");

export const UndoScanResponse = z.object({ counts: Counts }).describe("The counts after the entry was undone.");
