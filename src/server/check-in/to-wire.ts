import type { z } from "zod";
import type { TicketList as WireList, OfflineScansResponse, ScanResponse } from "../../contract/check-in.ts";
import type { TicketAtEntrance } from "../tickets/find-ticket.ts";
import type { ScanConflict } from "./conflicts.ts";
import type { Scanner } from "./scanner-keys.ts";
import type { CheckInCounts, TicketList } from "./ticket-list.ts";

type WireConflict = z.input<typeof OfflineScansResponse>["conflicts"][number];

export function toWireTicketList(
  scanner: Scanner,
  list: TicketList,
  current: { counts: CheckInCounts; conflicts: ScanConflict[] },
): z.input<typeof WireList> {
  return {
    device: { _id: scanner.id, name: scanner.name, expiresOn: scanner.expiresAt.toISOString() },
    syncedOn: list.syncedAt.toISOString(),
    counts: current.counts,
    conflicts: current.conflicts.map(toWireConflict),
    events: list.events.map(({ id, name, at, place }) => ({ _id: id, name, startsOn: toIsoText(at), place })),
    keys: list.keys,
    tickets: list.tickets.map((ticket) => ({
      _id: ticket.id,
      code: ticket.code,
      event: ticket.productId,
      seat: seatText(ticket),
      state: ticket.state,
      usedOn: toIsoText(ticket.usedAt),
      usedBy: ticket.usedBy,
    })),
  };
}

export function toWireScannedTicket(ticket: TicketAtEntrance | null): z.input<typeof ScanResponse>["ticket"] {
  return (
    ticket && {
      _id: ticket.id,
      eventId: ticket.productId,
      event: ticket.event,
      startsOn: toIsoText(ticket.eventAt),
      place: ticket.eventPlace,
      seat: seatText(ticket),
      holder: ticket.holder,
      state: ticket.state,
      usedOn: toIsoText(ticket.usedAt),
      usedBy: ticket.usedBy,
    }
  );
}

export function toWireConflict(conflict: ScanConflict): WireConflict {
  const { seat, ticketNumber: number, pieces } = conflict;
  return {
    _id: conflict.number,
    reason: conflict.reason,
    event: conflict.event,
    seat: seat !== null && number !== null && pieces !== null ? seatText({ seat, number, pieces }) : null,
    device: conflict.scanner,
    scannedOn: conflict.scannedAt.toISOString(),
    first: conflict.firstEntry && {
      device: conflict.firstEntry.scanner,
      scannedOn: conflict.firstEntry.scannedAt.toISOString(),
    },
  };
}

/** 'Boleto A-03'. For several tickets of one order line, also which one: 'General · 2 de 4'. */
function seatText({ seat, number, pieces }: { seat: string; number: number; pieces: number }): string {
  return pieces > 1 ? `${seat} · ${number} de ${pieces}` : seat;
}

function toIsoText(at: Date | null): string | null {
  return at && at.toISOString();
}
