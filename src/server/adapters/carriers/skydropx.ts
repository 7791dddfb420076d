import { setTimeout as sleep } from "node:timers/promises";
import { toCents, toPesos } from "../../../domain/money.ts";
import { NoCarrierAnswer } from "./carrier-client.ts";
import type {
  BoughtLabel,
  CarrierProvider,
  CarrierQuote,
  FailedOutcome,
  LabelToBuy,
  PurchaseLookup,
  RefusedOutcome,
  Shipment,
  ShipmentAddress,
  LabelToCancel,
  TimeoutClass,
  TrackedGuide,
  UndoneOutcome,
  UnknownOutcome,
} from "./carrier-provider.ts";
import { toFailedOutcome, isNoResult, treatUnknownAsFailed, type SkydropxConnection } from "./skydropx-connection.ts";
import { classifySkydropxMessage, textsOfError } from "./skydropx-errors.ts";
import {
  SkydropxCancellation,
  SkydropxCredits,
  SkydropxEvents,
  SkydropxQuotation,
  SkydropxShipment,
  SkydropxShipments,
  type SkydropxRate,
} from "./skydropx-shapes.ts";

export interface SkydropxOptions {
  connection: SkydropxConnection;
  /** A shipment needs an email of its sender and recipient. This one is used if one is missing. */
  email: string;
  /** Whether a label may be read from this URL. */
  mayReadLabel: (url: URL) => boolean;
  /** Whether requests to this URL contain the token. */
  maySendToken: (url: URL) => boolean;
  /** The interval at which a job polls a quotation. Also the first interval for a shipment: each later one doubles. */
  pollMs?: number;
}

const POLL_MS = 1_000;
/** The limits of a search for a purchase: pages of the list, and shipments that are read. */
const MAX_SEARCH_PAGES = 20;
const MAX_READ_SHIPMENTS = 40;
const MAX_REDIRECTS = 3;
/** Requests of the search for a purchase begin at most this long after its start. */
const MAX_LOOKUP_MS = 2 * 60_000;
/** How long an unfinished quotation can be continued, and how many are stored. */
const UNFINISHED_QUOTATION_MS = 10 * 60_000;
const MAX_UNFINISHED_QUOTATIONS = 500;
/** The longest name or company that all carriers accept. The company ends with the reference. */
const MAX_NAME_LENGTH = 30;

/** The clock of Skydropx may differ from the shop's by this much. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** Codes of SAT's Carta Porte that Skydropx accepts: a box of cardboard, and socks for any clothes (decision 71). */
const PACKAGING_CODE = "4G";
const CONTENT_CODE = "53102400";

/**
 * Skydropx Pro's API (pro.skydropx.com/es-MX/api-docs, 2026). Skydropx completes quotations and labels in the
 * background, so they are polled (decision 71).
 */
export class Skydropx implements CarrierProvider {
  readonly key = "skydropx";
  readonly staffTimeoutClass = "job";
  private readonly connection: SkydropxConnection;
  private readonly options: SkydropxOptions;

  constructor(options: SkydropxOptions) {
    this.connection = options.connection;
    this.options = options;
  }

  async quote(shipment: Shipment, carrier: string, timeoutClass: TimeoutClass) {
    const answer = treatUnknownAsFailed(await this.requestQuotation(shipment, carrier, timeoutClass));
    if (isNoResult(answer)) return answer;
    const quotes = answer.rates
      .flatMap((rate) => toQuote(rate) ?? [])
      .filter((quote) => quote.carrier.toLowerCase() === carrier.toLowerCase());
    return { outcome: "quoted" as const, quotes: quotes.toSorted((a, b) => a.priceCents - b.priceCents) };
  }

  async buy(purchase: LabelToBuy) {
    const { rate } = purchase;
    if (!rate) return { outcome: "refused", reason: "no_service", message: "without a rate" } satisfies RefusedOutcome;
    const deadline = this.connection.deadlineOf("job");
    const credits = await this.connection.call({
      path: "/api/v1/finance/credits",
      schema: SkydropxCredits,
      timeoutClass: "job",
      deadline,
    });
    // If the balance is unknown, the purchase is sent: Skydropx refuses it if the balance is too low.
    if (!isNoResult(credits) && toCents(Math.max(0, credits.data.balance)) < rate.priceCents) {
      const message = `balance ${credits.data.balance}, price ${toPesos(rate.priceCents)}`;
      return { outcome: "refused", reason: "no_balance", message } satisfies RefusedOutcome;
    }
    const body = { shipment: this.toShipmentBody(purchase, rate.id) };
    const answer = await this.connection.call({
      path: "/api/v1/shipments",
      body,
      schema: SkydropxShipment,
      timeoutClass: "job",
      deadline,
    });
    return isNoResult(answer) ? answer : this.waitForLabel(answer, deadline);
  }

  async findPurchase(lookup: PurchaseLookup) {
    const deadline = performance.now() + MAX_LOOKUP_MS;
    const shipment =
      lookup.providerId === null
        ? await this.findShipmentByReference(lookup, deadline)
        : await this.readShipment(lookup.providerId, deadline);
    if ("outcome" in shipment) return shipment;
    const purchaseOutcome = outcomeOfShipment(shipment);
    return purchaseOutcome.outcome === "unknown" ? toFailedOutcome(purchaseOutcome.reason) : purchaseOutcome;
  }

  async cancel({ guide, providerId }: LabelToCancel) {
    if (providerId === null)
      return { outcome: "refused", reason: "other", message: `no id of ${guide}` } satisfies RefusedOutcome;
    const deadline = this.connection.deadlineOf("job");
    const answer = treatUnknownAsFailed(
      await this.connection.call({
        path: `/api/v1/shipments/${encodeURIComponent(providerId)}/cancellations`,
        body: { reason: "Ya no se usa", shipment_id: providerId },
        schema: SkydropxCancellation,
        timeoutClass: "job",
        deadline,
      }),
    );
    if (!isNoResult(answer)) {
      if (answer.success === true || isCancelled(answer.status)) return { outcome: "cancelled" as const };
      return { outcome: "refused", reason: "other", message: answer.status ?? "" } satisfies RefusedOutcome;
    }
    if (answer.outcome === "failed" || answer.status !== 422) return answer;
    // Skydropx refuses to cancel a label that is already cancelled.
    const shipment = await this.readShipment(providerId, this.connection.deadlineOf("job"));
    const wasCancelledBefore = !("outcome" in shipment) && isCancelled(shipment.data.attributes.workflow_status);
    return wasCancelledBefore ? { outcome: "cancelled" as const } : answer;
  }

  /**
   * Makes one call for each guide. After a failure, returns the guides that were read before it, or the failure if
   * there are none.
   */
  async track(guides: readonly { guide: string; carrier: string }[]) {
    const trackedGuides: TrackedGuide[] = [];
    for (const { guide, carrier } of guides) {
      const query = new URLSearchParams({ tracking_number: guide, carrier_name: carrier });
      const answer = treatUnknownAsFailed(
        await this.connection.call({
          path: `/api/v1/shipments/tracking?${query.toString()}`,
          schema: SkydropxEvents,
          timeoutClass: "job",
          deadline: this.connection.deadlineOf("job"),
        }),
      );
      // The guide has no events yet, or is unknown.
      if (isNoResult(answer) && answer.outcome === "refused" && answer.status === 404) continue;
      if (isNoResult(answer))
        return trackedGuides.length === 0 ? answer : { outcome: "tracked" as const, guides: trackedGuides };
      const events = answer.data.map(({ attributes }) => ({ ...attributes, at: readTime(attributes.date) }));
      const [newestEvent] = events.toSorted((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0));
      if (newestEvent)
        trackedGuides.push({
          guide,
          state: STATE_OF_STATUS[newestEvent.status] ?? null,
          status: newestEvent.status,
          at: newestEvent.at,
        });
    }
    return { outcome: "tracked" as const, guides: trackedGuides };
  }

  /** The URL of a label is a short link that redirects to its storage. Only hosts of Skydropx receive the token. */
  async readLabel(url: string) {
    let labelUrl = URL.parse(url);
    for (let redirectCount = 0; redirectCount <= MAX_REDIRECTS; redirectCount++) {
      if (!labelUrl || !this.options.mayReadLabel(labelUrl)) return toFailedOutcome("the label is at another host");
      const token = this.options.maySendToken(labelUrl) ? await this.connection.getTokenForOtherHost() : "";
      if (typeof token !== "string") return toFailedOutcome(token.outcome);
      const headers: Record<string, string> = token === "" ? {} : { Authorization: `Bearer ${token}` };
      try {
        const call = { method: "GET", headers, timeoutClass: "job", returnsRedirect: true } as const;
        const { status, body, location } = await this.connection.client.call(labelUrl.href, call);
        if (status >= 300 && status < 400 && location !== undefined) labelUrl = URL.parse(location, labelUrl.href);
        else {
          const isPdf = status === 200 && body.subarray(0, 5).toString("latin1") === "%PDF-";
          return isPdf ? { outcome: "read" as const, pdf: body } : toFailedOutcome(`HTTP ${status} without a PDF`);
        }
      } catch (error) {
        if (error instanceof NoCarrierAnswer) return toFailedOutcome(error.message);
        throw error;
      }
    }
    return toFailedOutcome("too many redirects");
  }

  /** Creates a quotation, or continues an unfinished one, and polls it until it is complete. */
  private async requestQuotation(shipment: Shipment, carrier: string, timeoutClass: TimeoutClass) {
    const deadline = this.connection.deadlineOf(timeoutClass);
    const path = "/api/v1/quotations";
    const body = { quotation: toQuotationBody(shipment, carrier) };
    const { unfinishedQuotations } = this.connection;
    const key = JSON.stringify(body);
    const previousQuotation = unfinishedQuotations.get(key);
    unfinishedQuotations.delete(key);
    let call: { path: string; body?: object } = { path, body };
    if (previousQuotation && Date.now() - previousQuotation.at < UNFINISHED_QUOTATION_MS)
      call = { path: `${path}/${encodeURIComponent(previousQuotation.id)}` };
    for (let unfinishedQuotation = previousQuotation; ;) {
      const answer = await this.connection.call({ ...call, schema: SkydropxQuotation, timeoutClass, deadline });
      if (!isNoResult(answer)) {
        if (isFinal(answer)) return answer;
        unfinishedQuotation = { id: answer.id, at: Date.now() };
        call = { path: `${path}/${encodeURIComponent(answer.id)}` };
        if (await this.pause(timeoutClass, deadline)) continue;
        if (answer.is_completed) return answer;
      }
      if (unfinishedQuotation && (!isNoResult(answer) || answer.outcome !== "refused")) {
        const [oldestKey] = unfinishedQuotations.size < MAX_UNFINISHED_QUOTATIONS ? [] : unfinishedQuotations.keys();
        if (oldestKey !== undefined) unfinishedQuotations.delete(oldestKey);
        unfinishedQuotations.set(key, unfinishedQuotation);
      }
      return isNoResult(answer) ? answer : toFailedOutcome("no quotation in time");
    }
  }

  /**
   * Polls a label, which takes from seconds to minutes, at intervals that double. A label that is not ready at the
   * deadline is looked up later.
   */
  private async waitForLabel(
    createdShipment: SkydropxShipment,
    deadline: number,
  ): Promise<({ outcome: "bought" } & BoughtLabel) | RefusedOutcome | UnknownOutcome> {
    const providerId = createdShipment.data.id;
    let purchaseOutcome = outcomeOfShipment(createdShipment);
    for (
      let pollCount = 0;
      purchaseOutcome.outcome === "unknown" && (await this.pause("job", deadline, 2 ** pollCount));
      pollCount++
    ) {
      const shipment = await this.readShipment(providerId, deadline);
      if ("outcome" in shipment) return { outcome: "unknown", reason: "the label is not read", providerId };
      purchaseOutcome = outcomeOfShipment(shipment);
    }
    return purchaseOutcome.outcome === "undone" ? { ...purchaseOutcome, outcome: "refused" } : purchaseOutcome;
  }

  /**
   * Waits until the next poll. Returns false if that is after the deadline. An interactive poll is delayed only by the
   * rate limit.
   */
  private async pause(timeoutClass: TimeoutClass, deadline: number, factor = 1): Promise<boolean> {
    const remainingMs = deadline - performance.now();
    const pollMs = timeoutClass === "job" ? factor * (this.options.pollMs ?? POLL_MS) : 0;
    if (remainingMs <= pollMs) return false;
    await sleep(pollMs);
    return true;
  }

  private async readShipment(id: string, deadline: number): Promise<SkydropxShipment | RefusedOutcome | FailedOutcome> {
    const path = `/api/v1/shipments/${encodeURIComponent(id)}`;
    return treatUnknownAsFailed(
      await this.connection.call({ path, schema: SkydropxShipment, timeoutClass: "job", deadline }),
    );
  }

  /**
   * Finds the shipment with this reference. Skydropx cannot filter by reference, so each shipment since `sentAt` is
   * read. The outcome is `absent` only if all of them were read.
   */
  private async findShipmentByReference({ reference, sentAt }: PurchaseLookup, deadline: number) {
    const fromMs = sentAt.getTime() - MAX_CLOCK_SKEW_MS;
    let readCount = 0;
    for (let page = 1; page <= MAX_SEARCH_PAGES; page++) {
      const path = `/api/v1/shipments?page=${page}`;
      const call = { path, schema: SkydropxShipments, timeoutClass: "job", deadline } as const;
      const list = treatUnknownAsFailed(await this.connection.call(call));
      if (isNoResult(list)) return list;
      if (list.data.length === 0) return { outcome: "absent" as const };
      const times = list.data.map(
        ({ attributes }) => readTime(attributes.created_at)?.getTime() ?? Number.POSITIVE_INFINITY,
      );
      for (const [index, { id }] of list.data.entries()) {
        if (times[index]! < fromMs) continue;
        if (++readCount > MAX_READ_SHIPMENTS) return toFailedOutcome("more shipments since then than are read");
        const shipment = await this.readShipment(id, deadline);
        if ("outcome" in shipment) return shipment;
        if (hasReference(shipment, reference)) return shipment;
      }
      const isNewestFirst = times.every((time, index) => index === 0 || time <= times[index - 1]!);
      if (isNewestFirst && times.at(-1)! < fromMs) return { outcome: "absent" as const };
    }
    return toFailedOutcome("more shipments than are read");
  }

  private toShipmentBody({ from, to, reference }: LabelToBuy, rateId: string) {
    const toParty = (address: ShipmentAddress, company: string, note: string) => ({
      street1: address.street,
      name: address.name.slice(0, MAX_NAME_LENGTH).trim(),
      company,
      phone: address.phone.replaceAll(/\D/g, "").slice(-10),
      email: address.email || this.options.email,
      reference: note,
    });
    return {
      rate_id: rateId,
      printing_format: "thermal",
      address_from: toParty(from, companyOf(from.name, reference), reference),
      address_to: toParty(to, to.name.slice(0, MAX_NAME_LENGTH).trim(), to.notes || to.neighborhood),
      packages: [
        { package_number: "1", package_protected: false, consignment_note: CONTENT_CODE, package_type: PACKAGING_CODE },
      ],
    };
  }
}

function toQuotationBody({ from, to, box }: Shipment, carrier: string) {
  const toArea = (address: ShipmentAddress) => ({
    country_code: "MX",
    postal_code: address.postalCode,
    area_level1: address.state,
    area_level2: address.city,
    area_level3: address.neighborhood,
  });
  return {
    address_from: toArea(from),
    address_to: toArea(to),
    parcels: [{ length: box.lengthCm, width: box.widthCm, height: box.heightCm, weight: box.grams / 1_000 }],
    requested_carriers: [carrier],
  };
}

/** Whether all rates have arrived. A quotation that is marked as complete can still have pending rates. */
function isFinal({ is_completed: isCompleted, rates }: SkydropxQuotation): boolean {
  return isCompleted && !rates.some(({ status, success }) => !success && status === "pending");
}

function toQuote(rate: SkydropxRate): CarrierQuote | null {
  const service = rate.provider_service_code || rate.provider_service_name;
  const total = rate.total ?? 0;
  if (!rate.success || !service || total <= 0 || (rate.currency_code ?? "MXN") !== "MXN") return null;
  const name = rate.provider_display_name || rate.provider_name;
  const days = rate.days ?? null;
  return {
    carrier: rate.provider_name,
    service,
    label: [name, rate.provider_service_name || service].join(" · "),
    priceCents: toCents(total),
    days: days !== null && days >= 0 ? Math.ceil(days) : null,
    rateId: rate.id,
  };
}

/** The outcome of a purchase. It is unknown while the carrier creates the label. */
function outcomeOfShipment({
  data,
  included,
}: SkydropxShipment): ({ outcome: "bought" } & BoughtLabel) | UndoneOutcome | UnknownOutcome {
  const { workflow_status: status, total, master_tracking_number: masterGuide, error_detail: detail } = data.attributes;
  if (status === "error" || isCancelled(status)) {
    const message = (textsOfError(detail) || (status ?? "")).slice(0, 300);
    return { outcome: "undone", reason: classifySkydropxMessage(message), message };
  }
  const packages = (included ?? []).flatMap((resource) =>
    /^packages?$/.test(resource.type) ? (resource.attributes ?? []) : [],
  );
  const guide = masterGuide || packages.find(({ tracking_number: number }) => number)?.tracking_number;
  if (status !== "success" || !guide) {
    return { outcome: "unknown", reason: `the label is ${status ?? "not made"}`, providerId: data.id };
  }
  const labelUrl = packages.find(({ label_url: url }) => url)?.label_url ?? null;
  const chargedCents = typeof total === "number" ? toCents(total) : null;
  return { outcome: "bought", guide, providerId: data.id, labelUrl, chargedCents };
}

function hasReference({ included }: SkydropxShipment, reference: string): boolean {
  return (included ?? []).some(
    ({ attributes }) =>
      attributes?.reference?.trim() === reference || attributes?.company?.trim().endsWith(` ${reference}`) === true,
  );
}

function companyOf(name: string, reference: string): string {
  return `${name.slice(0, MAX_NAME_LENGTH - reference.length - 1).trim()} ${reference}`;
}

function isCancelled(status: string | null | undefined): boolean {
  return status === "cancelled" || status === "canceled";
}

/** The statuses of a guide. Other statuses do not move the parcel. */
const STATE_OF_STATUS: Readonly<Record<string, TrackedGuide["state"]>> = {
  picked_up: "IN_TRANSIT",
  in_transit: "IN_TRANSIT",
  // The customer can collect the parcel at a branch of the carrier.
  delivered_to_branch: "IN_TRANSIT",
  last_mile: "OUT_FOR_DELIVERY",
  delivered: "DELIVERED",
  delivery_attempt: "FAILED",
  exception: "FAILED",
  retained: "FAILED",
  destroyed: "FAILED",
  // The status lasts until the shop receives the parcel, so the parcel counts as not delivered, not as returned.
  in_return: "FAILED",
};

function readTime(text: string | null | undefined): Date | null {
  const at = new Date(text ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}
