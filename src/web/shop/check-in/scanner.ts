import { UNDO_SECONDS } from "../../../domain/scan-result.ts";
import { replaceUnstorableCharacters } from "../../../domain/storable-text.ts";
import { callOperation } from "../../call-operation.ts";
import type { AnswerOf } from "../../client.ts";
import { verifyOffline, type ListedTicket } from "./verify-offline.ts";
import { ScannerStore, type StoredValues } from "./scanner-store.ts";
import { toOfflineScan, type Scan, type ScannedTicket } from "./scan.ts";

type Counts = AnswerOf<"syncDoor">["counts"];
export type Conflict = AnswerOf<"syncDoor">["conflicts"][number];

/** The state that the page shows. Each change creates a new object. */
export interface ScannerView {
  /** `locked`: no key, or a key that is no longer valid. */
  phase: "opening" | "locked" | "open";
  /** Why the scanner was locked. Null while it is not locked, and if it was started without a key. */
  lockReason: string | null;
  /** The answer of the last synchronisation. Null before the first one, and without a valid key. */
  synced: StoredValues["door"] | null;
  counts: Counts | null;
  conflicts: readonly Conflict[];
  isOnline: boolean;
  isSyncing: boolean;
  /** The number of scans that are not reported to the server yet. */
  unreportedCount: number;
  /** Newest first. */
  recentScans: readonly Scan[];
  /** The result that the result panel shows now. */
  result: Scan | null;
  /** This phone cannot store anything: a reload would lose the unreported scans. */
  cannotStore: boolean;
}

/** How long the server may take to answer before the phone decides by its list. */
const ANSWER_TIMEOUT_MS = 1_000;
/** How long the server may take to answer if the phone has no list, and when staff undo an entry. */
const LONG_ANSWER_TIMEOUT_MS = 6_000;
const SYNC_EVERY_MS = 15_000;
/** The number of scans in one report to the server. */
const BATCH_SIZE = 50;
/** The number of latest scans that the phone keeps. Of older ones it keeps those that are not reported. */
const STORED_SCAN_COUNT = 60;
const LINK_EXPIRED_TEXT = "El enlace de esta puerta ya terminó. Pide uno nuevo a quien organiza.";

const INITIAL_VIEW: ScannerView = {
  phase: "opening",
  lockReason: null,
  synced: null,
  counts: null,
  conflicts: [],
  isOnline: true,
  isSyncing: false,
  unreportedCount: 0,
  recentScans: [],
  result: null,
  cannotStore: false,
};

/**
 * A phone that scans tickets at an entrance (decision 20). It asks the server about each ticket. If no answer arrives
 * in time, or the server fails, it decides by its list and reports to the server later. A result is stored before
 * staff see it.
 */
export class Scanner {
  view: ScannerView = INITIAL_VIEW;
  private readonly listeners = new Set<() => void>();
  private store: ScannerStore | null = null;
  private key: string | null = null;
  private tickets = new Map<string, ListedTicket>();
  private scans: Scan[] = [];
  /** Ids of the tickets whose state this phone updated since it last requested the list. */
  private readonly ticketIdsUpdatedSinceRequest = new Set<string>();
  private pendingScanId: string | null = null;
  /** The counts of the server's last answer. */
  private serverCounts: Counts | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private syncing: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Loads the stored data of the phone, then synchronises. `linkKey`: the key of a link that was just opened. */
  async start(linkKey: string | null): Promise<void> {
    this.store = await ScannerStore.open();
    const key = await this.store?.fact("key");
    const scans = (await this.store?.scans()) ?? [];
    this.scans = scans.toSorted(newestFirst);
    this.key = linkKey ?? key ?? null;
    if (linkKey !== null) await this.store?.storeFact("key", linkKey);
    const isSameKey = linkKey === null || linkKey === key;
    const synced = (isSameKey && (await this.store?.fact("door"))) || null;
    for (const ticket of (synced && (await this.store?.tickets())) ?? []) this.tickets.set(ticket._id, ticket);
    this.serverCounts = synced && ((await this.store?.fact("counts")) ?? synced.counts);
    const phase = this.key === null ? "locked" : synced ? "open" : "opening";
    this.updateView({ phase, synced, cannotStore: this.store === null });
    await this.sync();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Reports the unreported scans, then updates the list. Schedules the next synchronisation. */
  async sync(): Promise<void> {
    if (this.key === null) return;
    clearTimeout(this.timer);
    this.syncing ??= this.syncNow().finally(() => {
      this.syncing = null;
      this.updateView({ isSyncing: false });
      if (!this.isStopped && this.key !== null) this.timer = setTimeout(() => void this.sync(), SYNC_EVERY_MS);
    });
    await this.syncing;
  }

  /** Checks a scanned or typed text. Several calls are processed one after the other, in their order. */
  scan(text: string, { isAnyDay = false } = {}): Promise<Scan | null> {
    const scanPromise = this.queue.then(() => this.scanNow(text.trim().slice(0, 1_000), isAnyDay));
    this.queue = scanPromise.catch(() => null);
    return scanPromise;
  }

  canUndo({ answer, undoneAt, at }: Scan): boolean {
    const elapsedMs = this.now().getTime() - Date.parse(at);
    return answer === "valid" && undoneAt === null && elapsedMs < UNDO_SECONDS * 1_000;
  }

  /** Undoes an entry within a minute. Returns null, or the reason why it cannot be undone. */
  async undo(id: string): Promise<string | null> {
    const scan = this.scans.find((candidate) => candidate.id === id);
    if (!scan || !this.canUndo(scan)) return "Ya pasó más de un minuto: esta entrada no se puede deshacer.";
    let { isWaiting } = scan;
    if (!isWaiting) {
      const signal = AbortSignal.timeout(LONG_ANSWER_TIMEOUT_MS);
      const outcome = await callOperation("undoScan", { params: { id }, token: this.key, signal });
      this.updateIsOnline(outcome);
      if (outcome.ok) this.serverCounts = outcome.data.counts;
      else if (!isUnavailable(outcome)) return outcome.problem.detail;
      isWaiting = !outcome.ok;
    }
    const isCounted = isWaiting && (scan.isCounted ?? !scan.isWaiting);
    await this.storeScan({ ...scan, undoneAt: this.now().toISOString(), isWaiting, isCounted });
    if (scan.ticket) await this.updateTicket(scan.ticket, "VALID");
    this.updateView({ result: null });
    return null;
  }

  dismiss(): void {
    this.updateView({ result: null });
  }

  /** Hides the current conflicts, which staff have read. */
  async dismissConflicts(): Promise<void> {
    const newestId = Math.max(0, ...this.view.conflicts.map(({ _id }) => _id));
    this.updateView({ conflicts: [] });
    await this.store?.storeFact("seenConflict", newestId);
  }

  private async scanNow(rawText: string, isAnyDay: boolean): Promise<Scan | null> {
    // A QR code may contain any text.
    const text = replaceUnstorableCharacters(rawText);
    if (text === "" || this.key === null) return null;
    if (this.isLinkExpired()) return this.lock(LINK_EXPIRED_TEXT);
    // A scan without an answer is repeated with the same id: the server may have counted it.
    const unansweredScan = this.scans.find(
      (scan) => scan.text === text && scan.answer === "unchecked" && (scan.isAnyDay ?? false) === isAnyDay,
    );
    const id = unansweredScan?.id ?? crypto.randomUUID();
    const at = this.now().toISOString();
    const defaults = { answer: "unchecked", undoneAt: null, isWaiting: false, ticket: null } as const;
    const uncheckedScan: Scan = { id, text, at, isAnyDay, ...defaults };
    this.pendingScanId = id;
    try {
      await this.storeScan(uncheckedScan);
      const signal = AbortSignal.timeout(this.view.synced ? ANSWER_TIMEOUT_MS : LONG_ANSWER_TIMEOUT_MS);
      const body = { _id: id, ticket: text, anyDay: isAnyDay };
      const outcome = await callOperation("scanAtDoor", { body, token: this.key, signal });
      this.updateIsOnline(outcome);
      if (outcome.ok) return await this.recordServerAnswer(uncheckedScan, outcome.data);
      if (outcome.problem.status === 401) return this.lock(outcome.problem.detail);
      return await this.decideOffline(uncheckedScan);
    } finally {
      this.pendingScanId = null;
      this.updateView({});
    }
  }

  /** Records the server's answer to a scan, and shows it. */
  private async recordServerAnswer(
    uncheckedScan: Scan,
    { answer, ticket: scannedTicket, counts }: AnswerOf<"scanAtDoor">,
  ): Promise<Scan> {
    this.serverCounts = counts;
    const { _id: id, state, ...details } = scannedTicket ?? { _id: "", state: null };
    const ticket = state && "seat" in details ? { id, ...details } : null;
    const scan = { ...uncheckedScan, answer, ticket };
    await this.storeScan(scan);
    if (ticket && state) await this.updateTicket(ticket, state);
    this.updateView({ result: scan });
    return scan;
  }

  /** Decides with this phone's data, because the server did not answer with a result. */
  private async decideOffline(uncheckedScan: Scan): Promise<Scan> {
    const { synced } = this.view;
    const { answer, ticket: listedTicket } = synced
      ? await verifyOffline({ ...synced, deviceId: synced.device._id, ticketsById: this.tickets }, uncheckedScan.text, {
          now: new Date(uncheckedScan.at),
          isAnyDay: uncheckedScan.isAnyDay ?? false,
        })
      : { answer: "unchecked" as const, ticket: null };
    const event = synced?.events.find(({ _id }) => _id === listedTicket?.event);
    const ticket = listedTicket && {
      id: listedTicket._id,
      eventId: listedTicket.event,
      event: event?.name ?? null,
      startsOn: event?.startsOn ?? null,
      place: event?.place ?? null,
      seat: listedTicket.seat ?? null,
      usedOn: listedTicket.usedOn ?? null,
      usedBy: listedTicket.usedBy ?? null,
      holder: null,
    };
    const scan: Scan = { ...uncheckedScan, answer, ticket, isWaiting: answer !== "unchecked" };
    await this.storeScan(scan);
    if (ticket && answer === "valid") {
      await this.updateTicket({ ...ticket, usedOn: scan.at, usedBy: synced!.device.name }, "USED");
    }
    this.updateView({ result: scan });
    return scan;
  }

  private async syncNow(): Promise<void> {
    if (this.isLinkExpired()) this.updateView({ phase: "locked", lockReason: LINK_EXPIRED_TEXT });
    this.updateView({ isSyncing: true });
    if (!(await this.reportScans())) return;
    const { synced } = this.view;
    const since = synced && this.tickets.size > 0 ? synced.syncedOn : undefined;
    this.ticketIdsUpdatedSinceRequest.clear();
    const outcome = await callOperation("syncDoor", { query: { since }, token: this.key });
    this.updateIsOnline(outcome);
    if (outcome.ok) await this.storeSyncAnswer(outcome.data, { isFullList: since === undefined });
    else if (outcome.problem.status === 401) await this.deleteKey(outcome.problem.detail);
  }

  /** Stores the answer of a synchronisation and shows it. */
  private async storeSyncAnswer(
    { tickets, conflicts, counts, ...answer }: AnswerOf<"syncDoor">,
    { isFullList }: { isFullList: boolean },
  ): Promise<void> {
    const clockAheadMs = Date.parse(answer.syncedOn) - Date.now();
    const synced = { ...answer, counts, clockAheadMs };
    // The phone keeps its own state of a ticket if it updated that state while the list was loading, or if the ticket's
    // scan is not reported to the server yet.
    const unreportedTicketIds = this.scans.flatMap(({ isWaiting, ticket }) => (isWaiting && ticket?.id) || []);
    const updatedTicketIds = new Set([...this.ticketIdsUpdatedSinceRequest, ...unreportedTicketIds]);
    const newestTickets = tickets.map(
      (ticket) => (updatedTicketIds.has(ticket._id) && this.tickets.get(ticket._id)) || ticket,
    );
    await this.storeTickets(newestTickets, { isFullList });
    await this.store?.storeFact("door", synced);
    await this.store?.storeFact("counts", counts);
    const seenId = (await this.store?.fact("seenConflict")) ?? 0;
    this.serverCounts = counts;
    this.updateView({
      phase: "open",
      lockReason: null,
      synced,
      conflicts: conflicts.filter(({ _id }) => _id > seenId),
    });
  }

  /** Reports the unreported scans to the server, oldest first. False if the server did not accept them. */
  private async reportScans(): Promise<boolean> {
    for (;;) {
      const batch = this.scans
        .filter(({ isWaiting }) => isWaiting)
        .toReversed()
        .slice(0, BATCH_SIZE);
      if (batch.length === 0) return true;
      const scans = batch.map(toOfflineScan);
      const outcome = await callOperation("reconcileDoor", { body: { scans }, token: this.key });
      this.updateIsOnline(outcome);
      if (!outcome.ok) {
        if (outcome.problem.status === 401) await this.deleteKey(outcome.problem.detail);
        return false;
      }
      // An entry that was undone while it was being reported is reported again.
      const isUnchanged = (current: Scan): boolean =>
        batch.some(({ id, undoneAt }) => id === current.id && undoneAt === current.undoneAt);
      const reportedScans = this.scans.filter(isUnchanged).map((scan) => ({ ...scan, isWaiting: false }));
      // Scans and counts change together, or an entry would be counted twice for a moment.
      this.scans = this.scans.map((scan) => reportedScans.find(({ id }) => id === scan.id) ?? scan);
      this.serverCounts = outcome.data.counts;
      await this.storeScans(reportedScans);
    }
  }

  private isLinkExpired(): boolean {
    const { synced } = this.view;
    return synced !== null && this.now() >= new Date(synced.device.expiresOn);
  }

  /** Stops checking. The synchronisation reports the unreported scans, and deletes a key that the server refuses. */
  private lock(reason: string): null {
    this.updateView({ phase: "locked", lockReason: reason, result: null });
    void this.sync();
    return null;
  }

  /** The key is no longer valid: the list is deleted with it. Unreported scans are reported with the next key. */
  private async deleteKey(reason: string): Promise<void> {
    this.key = null;
    this.serverCounts = null;
    this.updateView({ phase: "locked", lockReason: reason, synced: null, conflicts: [], result: null });
    await this.storeTickets([], { isFullList: true });
    await this.store?.storeFact("key", null);
    await this.store?.storeFact("door", null);
    await this.store?.storeFact("counts", null);
  }

  private updateIsOnline(outcome: CallOutcome): void {
    this.updateView({ isOnline: outcome.ok || !isUnavailable(outcome) });
  }

  /** Updates a ticket's state in the list, for the case that the network fails before the next synchronisation. */
  private async updateTicket(
    { id, eventId, seat, usedOn, usedBy }: ScannedTicket,
    state: ListedTicket["state"],
  ): Promise<void> {
    const listedTicket = this.tickets.get(id) ?? { _id: id, code: "", event: eventId, seat: seat ?? "" };
    this.ticketIdsUpdatedSinceRequest.add(id);
    const usage = state === "USED" ? { usedOn, usedBy } : { usedOn: null, usedBy: null };
    await this.storeTickets([{ ...listedTicket, ...usage, state }]);
  }

  private async storeTickets(tickets: readonly ListedTicket[], { isFullList = false } = {}): Promise<void> {
    if (isFullList) this.tickets.clear();
    for (const ticket of tickets) this.tickets.set(ticket._id, ticket);
    await this.store?.storeTickets(tickets, { isFullList }).catch(() => this.updateView({ cannotStore: true }));
  }

  private storeScan(scan: Scan): Promise<void> {
    return this.storeScans([scan]);
  }

  /**
   * Stores scans together with the counts, so that a reload finds both or neither. Deletes the oldest reported scans.
   */
  private async storeScans(changedScans: readonly Scan[]): Promise<void> {
    const ids = new Set(changedScans.map(({ id }) => id));
    const allScans = [...changedScans, ...this.scans.filter(({ id }) => !ids.has(id))].toSorted(newestFirst);
    const oldScans = allScans.filter(({ isWaiting }, index) => index >= STORED_SCAN_COUNT && !isWaiting);
    this.scans = allScans.filter((scan) => !oldScans.includes(scan));
    try {
      const scansWithoutHolders = changedScans.map((scan) => ({
        ...scan,
        ticket: scan.ticket && { ...scan.ticket, holder: null },
      }));
      await this.store?.storeScans(scansWithoutHolders, {
        counts: this.serverCounts,
        deletedIds: oldScans.map(({ id }) => id),
      });
    } catch {
      this.updateView({ cannotStore: true });
    }
    this.updateView({});
  }

  /** The server's time, by this phone's estimate of its clock. */
  private now(): Date {
    return new Date(Date.now() + (this.view.synced?.clockAheadMs ?? 0));
  }

  private updateView(change: Partial<ScannerView>): void {
    const unreportedScans = this.scans.filter(({ isWaiting }) => isWaiting);
    const unreportedEntries = sum(unreportedScans, (scan) => Number(isEntry(scan)) - Number(scan.isCounted ?? false));
    this.view = {
      ...this.view,
      ...change,
      unreportedCount: unreportedScans.length,
      counts: this.serverCounts && { ...this.serverCounts, entered: this.serverCounts.entered + unreportedEntries },
      recentScans: this.scans.filter(({ id }) => id !== this.pendingScanId),
    };
    for (const listener of this.listeners) listener();
  }
}

type CallOutcome = { ok: true } | { ok: false; problem: { status: number } };

/** Whether the server did not answer, or was overloaded or failing. */
function isUnavailable(outcome: CallOutcome): boolean {
  return (
    !outcome.ok && (outcome.problem.status === 0 || outcome.problem.status === 429 || outcome.problem.status >= 500)
  );
}

/** Whether this phone allowed an entry that was not undone. */
function isEntry({ answer, undoneAt }: Scan): boolean {
  return answer === "valid" && undoneAt === null;
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

function newestFirst(a: Scan, b: Scan): number {
  return b.at.localeCompare(a.at);
}
