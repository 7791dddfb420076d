import {
  TicketList,
  TicketListQuery,
  OfflineScans,
  OfflineScansResponse,
  Scan,
  ScanResponse,
  UndoScanResponse,
} from "../check-in.ts";
import type { Endpoint } from "../endpoint.ts";
import { ID } from "../examples/ids.ts";

export const CHECK_IN_ENDPOINTS = {
  syncDoor: {
    summary: "Get the data that a scanner needs offline",
    description:
      "Tickets, events, public keys, current counts and conflicts. With `since` only the tickets that changed. Available during maintenance, too.",
    tag: "Check-in",
    credentials: "scanner",
    cache: "private",
    query: TicketListQuery,
    response: TicketList,
    refusals: ["DOOR_CLOSED"],
    isOpenDuringMaintenance: true,
  },
  scanAtDoor: {
    summary: "Check a ticket and use it",
    description:
      "The first `valid` scan of a ticket that reaches the server is the entry; later ones are `used` until it is undone. A repeated call with the same `_id` is the same scan and changes nothing.",
    tag: "Check-in",
    credentials: "scanner",
    cache: "private",
    body: Scan,
    response: ScanResponse,
    refusals: ["DOOR_CLOSED"],
    isOpenDuringMaintenance: true,
  },
  reconcileDoor: {
    summary: "Send scans that were made offline",
    description:
      "In the order in which the scanner made them. Sending a scan twice changes nothing. If the scanner admitted a ticket that the server would have refused, the response lists a conflict. An expired key may still send its scans.",
    tag: "Check-in",
    credentials: "scanner",
    cache: "private",
    body: OfflineScans,
    response: OfflineScansResponse,
    refusals: ["DOOR_CLOSED"],
    isOpenDuringMaintenance: true,
  },
  undoScan: {
    summary: "Undo an entry",
    description: "Only on the scanner that made it, and for one minute: the ticket is valid again.",
    tag: "Check-in",
    credentials: "scanner",
    cache: "private",
    params: { id: { description: "The scan's `_id`, as the scanner chose it.", example: ID.scan } },
    response: UndoScanResponse,
    refusals: ["DOOR_CLOSED", "SCAN_NOT_FOUND", "UNDO_TOO_LATE"],
    isOpenDuringMaintenance: true,
  },
} as const satisfies Record<string, Endpoint>;
