import type { z } from "zod";
import type {
  TicketList,
  OfflineScans,
  OfflineScansResponse,
  Scan,
  ScanResponse,
  UndoScanResponse,
} from "../check-in.ts";
import { ID } from "./ids.ts";

const SCANNER = { _id: ID.scanner, name: "Puerta norte", expiresOn: "2026-11-22T08:00:00.000Z" };
const EVENT = {
  _id: ID.event,
  name: "Noche de son jarocho",
  startsOn: "2026-11-22T02:00:00.000Z",
  place: "Foro Las Palmas, Guadalajara",
};
const COUNTS = { entered: 128, total: 300 };
const CODE = "7K2M9-QX4RT";

export const SCAN_CONFLICT: z.input<typeof OfflineScansResponse>["conflicts"][number] = {
  _id: 7,
  reason: "used",
  event: EVENT.name,
  seat: "Boleto A-03",
  device: "Puerta sur",
  scannedOn: "2026-11-22T01:41:09.000Z",
  first: { device: SCANNER.name, scannedOn: "2026-11-22T01:38:20.000Z" },
};

export const LISTED_TICKET: z.input<typeof TicketList>["tickets"][number] = {
  _id: ID.ticket,
  code: "kQ3vT9xW2mB7pL0z",
  event: EVENT._id,
  seat: "Boleto A-03",
  state: "USED",
  usedOn: "2026-11-22T01:38:20.000Z",
  usedBy: SCANNER.name,
};

export const TICKET_LIST: z.input<typeof TicketList> = {
  device: SCANNER,
  syncedOn: "2026-11-22T01:45:00.000Z",
  counts: COUNTS,
  conflicts: [SCAN_CONFLICT],
  events: [EVENT],
  keys: [{ id: 1, publicKey: "2fYt6VwJ0hQm8Rk3Xn5Zp1Lc7Bd9Gs4EaUiOyTvKxMc" }],
  tickets: [LISTED_TICKET],
};

export const SCAN: z.input<typeof Scan> = { _id: ID.scan, ticket: CODE };

export const SCANNED_TICKET: NonNullable<z.input<typeof ScanResponse>["ticket"]> = {
  _id: ID.ticket,
  eventId: EVENT._id,
  event: EVENT.name,
  startsOn: EVENT.startsOn,
  place: EVENT.place,
  seat: "Boleto A-03",
  holder: "Ana López García",
  state: "USED",
  usedOn: "2026-11-22T01:38:20.000Z",
  usedBy: SCANNER.name,
};

export const SCANNED: z.input<typeof ScanResponse> = {
  _id: ID.scan,
  answer: "valid",
  ticket: SCANNED_TICKET,
  counts: COUNTS,
};

export const OFFLINE_SCANS: z.input<typeof OfflineScans> = {
  scans: [{ _id: ID.offlineScan, ticket: CODE, shown: "valid", scannedOn: "2026-11-22T01:41:09.000Z" }],
};

export const OFFLINE_SCANS_RESPONSE: z.input<typeof OfflineScansResponse> = {
  scans: [{ _id: ID.offlineScan, answer: "used" }],
  counts: COUNTS,
  conflicts: [SCAN_CONFLICT],
};

export const UNDO_SCAN_RESPONSE: z.input<typeof UndoScanResponse> = { counts: { entered: 127, total: 300 } };
