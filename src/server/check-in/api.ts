import type { Hono } from "hono";
import { isRefusal } from "../../domain/refusal.ts";
import { bind } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { listConflicts } from "./conflicts.ts";
import { scannerOfCall } from "./scanner-keys.ts";
import { countCheckIns, syncTicketList } from "./ticket-list.ts";
import { recordScan } from "./record-scan.ts";
import { toWireConflict, toWireTicketList, toWireScannedTicket } from "./to-wire.ts";
import { undoScan } from "./undo-scan.ts";

export function bindCheckIn(api: Hono<HttpEnv>): void {
  bind(api, "syncDoor", async ({ app, request, query }) => {
    const scanner = await scannerOfCall(app, request);
    if (isRefusal(scanner)) return scanner;
    const list = await syncTicketList(app, scanner, query.since === undefined ? null : new Date(query.since));
    const [counts, conflicts] = await Promise.all([countCheckIns(app.db, scanner), listConflicts(app.db, scanner)]);
    return toWireTicketList(scanner, list, { counts, conflicts });
  });

  bind(api, "scanAtDoor", async ({ app, request, body }) => {
    const scanner = await scannerOfCall(app, request);
    if (isRefusal(scanner)) return scanner;
    const { answer, ticket } = await recordScan(app, scanner, {
      id: body._id,
      ticketText: body.ticket,
      ignoresEventDay: body.anyDay ?? false,
      offline: null,
    });
    return { _id: body._id, answer, ticket: toWireScannedTicket(ticket), counts: await countCheckIns(app.db, scanner) };
  });

  bind(api, "reconcileDoor", async ({ app, request, body }) => {
    const scanner = await scannerOfCall(app, request, { allowsExpiredKey: true });
    if (isRefusal(scanner)) return scanner;
    const scans = [];
    // In the order of the phone's scans: the first of two scans of a ticket is the entry.
    for (const { _id, ticket, anyDay: ignoresEventDay = false, shown, scannedOn, undoneOn } of body.scans) {
      const undoneAt = undoneOn ? new Date(undoneOn) : null;
      const offline = { shown, scannedAt: new Date(scannedOn), undoneAt };
      scans.push({
        _id,
        answer: (await recordScan(app, scanner, { id: _id, ticketText: ticket, ignoresEventDay, offline })).answer,
      });
    }
    const [counts, conflicts] = await Promise.all([countCheckIns(app.db, scanner), listConflicts(app.db, scanner)]);
    return { scans, counts, conflicts: conflicts.map(toWireConflict) };
  });

  bind(api, "undoScan", async ({ app, request, params }) => {
    const scanner = await scannerOfCall(app, request);
    if (isRefusal(scanner)) return scanner;
    const undone = await undoScan(app, scanner, params.id);
    return isRefusal(undone) ? undone : { counts: await countCheckIns(app.db, scanner) };
  });
}
