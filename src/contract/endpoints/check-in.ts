import { TicketList, TicketListQuery, OfflineScans, Reconciled, Scan, Scanned, Undone } from "../check-in.ts";
import type { Endpoint } from "../endpoint.ts";
import { ID } from "../examples/ids.ts";

export const GATE_ENDPOINTS = {
  syncDoor: {
    summary: "Get what a scanner needs to check tickets without a network",
    description:
      "Tickets, events and public keys, and the counts and conflicts of now. With `since` only the tickets that changed. It answers during maintenance too.",
    tag: "Gate",
    credentials: "scanner",
    cache: "private",
    query: TicketListQuery,
    response: TicketList,
    refusals: ["DOOR_CLOSED"],
    isOpenAlways: true,
  },
  scanAtDoor: {
    summary: "Check a ticket and use it",
    description:
      "The first scan of a ticket that the server learns of is the entry; every later one is `used`. Repeating a call with the same `_id` is the same scan and changes nothing.",
    tag: "Gate",
    credentials: "scanner",
    cache: "private",
    body: Scan,
    response: Scanned,
    refusals: ["DOOR_CLOSED"],
    isOpenAlways: true,
  },
  reconcileDoor: {
    summary: "Send the scans made without a network",
    description:
      "In the order in which the scanner made them. Sending a scan twice changes nothing. Where the scanner let somebody in that the server would not have, the answer lists a conflict. A key that ended may still send its scans.",
    tag: "Gate",
    credentials: "scanner",
    cache: "private",
    body: OfflineScans,
    response: Reconciled,
    refusals: ["DOOR_CLOSED"],
    isOpenAlways: true,
  },
  undoScan: {
    summary: "Undo an entry",
    description: "Only on the scanner that made it, and for one minute: the ticket is valid again.",
    tag: "Gate",
    credentials: "scanner",
    cache: "private",
    params: { id: { description: "The scan's `_id`, as the scanner chose it.", example: ID.scan } },
    response: Undone,
    refusals: ["DOOR_CLOSED", "SCAN_NOT_FOUND", "UNDO_TOO_LATE"],
    isOpenAlways: true,
  },
} as const satisfies Record<string, Endpoint>;
