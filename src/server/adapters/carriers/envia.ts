import type { z } from "zod";
import { toCents, toPesos } from "../../../domain/money.ts";
import type { Log } from "../../log.ts";
import { CarrierClient, NoCarrierAnswer, type CarrierAnswer, type CarrierTimeouts } from "./carrier-client.ts";
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
  UnknownOutcome,
} from "./carrier-provider.ts";
import { isCancelledAlready, classifyEnviaMessage } from "./envia-errors.ts";
import {
  EnviaCancellation,
  EnviaError,
  EnviaLabels,
  EnviaRates,
  EnviaShipments,
  EnviaTracking,
} from "./envia-shapes.ts";
import { readEnviaTime, mexicanStateCode, parcelStateOfStatus } from "./envia-values.ts";

export interface EnviaConfig {
  /** `https://api.envia.com`, without a slash at the end. */
  url: string;
  /** `https://queries.envia.com`. */
  queriesUrl: string;
  token: string;
  /**
   * Whether a label may be read from this URL. Prevents an answer from making this program read an internal URL.
   */
  mayReadLabel: (url: URL) => boolean;
  /** Whether reading a label sends the token to this URL. Envia's labels are public, those of the sandbox are not. */
  maySendToken: (url: URL) => boolean;
  log: Log;
  timeouts?: CarrierTimeouts;
}

/** The sender's company on the label is at most this long, with the reference at its end. */
const MAX_COMPANY_LENGTH = 35;

const SHIPMENTS_A_PAGE = 300;
const MAX_SHIPMENT_PAGES = 20;

/** Envia's API (docs.envia.com, 2026): Shipping API for labels, Queries API for the list of shipments. */
export class Envia implements CarrierProvider {
  readonly key = "envia";
  readonly staffTimeoutClass = "interactive";
  private readonly config: EnviaConfig;
  private readonly client: CarrierClient;

  constructor(config: EnviaConfig) {
    this.config = config;
    this.client = new CarrierClient(config.timeouts);
  }

  async quote(shipment: Shipment, carrier: string, timeoutClass: TimeoutClass) {
    const body = { ...toBody(shipment, null), shipment: { type: 1, carrier } };
    const answer = treatUnknownAsFailed(await this.post("/ship/rate/", body, EnviaRates, timeoutClass));
    if (isNoResult(answer)) return answer;
    const quotes = answer.data
      .filter(({ currency }) => currency === "MXN")
      .map((rate): CarrierQuote => ({
        carrier: rate.carrier,
        service: rate.service,
        label: [rate.carrierDescription ?? rate.carrier, rate.serviceDescription ?? rate.service].join(" · "),
        priceCents: toCents(rate.totalPrice),
        days: daysOf(rate.deliveryDate),
      }));
    return { outcome: "quoted" as const, quotes: quotes.toSorted((a, b) => a.priceCents - b.priceCents) };
  }

  async buy(purchase: LabelToBuy) {
    const body = {
      ...toBody(purchase, purchase.reference),
      shipment: { type: 1, carrier: purchase.carrier, service: purchase.service },
      settings: { printFormat: "PDF", printSize: "STOCK_4X6", currency: "MXN", comments: purchase.reference },
    };
    const answer = await this.post("/ship/generate/", body, EnviaLabels, "job");
    if (isNoResult(answer)) {
      this.config.log.warn(
        { reference: purchase.reference, outcome: answer.outcome },
        "a label was not bought, or its purchase has an unknown outcome",
      );
      return answer;
    }
    const [label] = answer.data;
    return { outcome: "bought" as const, ...toLabel(label!.trackingNumber, label!.label, label!.totalPrice, label!) };
  }

  async findPurchase({ reference, sentAt, now }: PurchaseLookup) {
    for (const month of monthsOf(sentAt, now)) {
      for (let page = 1; page <= MAX_SHIPMENT_PAGES; page++) {
        const answer = await this.listShipments(month, page);
        if (isNoResult(answer)) return answer;
        const shipment = answer.data.find(
          ({ sender_company_name: company, tracking_number: guide }) =>
            guide && company?.trim().endsWith(` ${reference}`),
        );
        if (shipment) {
          const { tracking_number: guide, label_file: labelUrl, grand_total: total } = shipment;
          return { outcome: "bought" as const, ...toLabel(guide!, labelUrl, total, shipment) };
        }
        if (answer.data.length < SHIPMENTS_A_PAGE) break;
        if (page === MAX_SHIPMENT_PAGES) return toFailedOutcome("more shipments in a month than are read");
      }
    }
    return { outcome: "absent" as const };
  }

  async cancel({ carrier, guide }: LabelToCancel) {
    const body = { carrier, trackingNumber: guide };
    const answer = treatUnknownAsFailed(await this.post("/ship/cancel/", body, EnviaCancellation, "job"));
    if (!isNoResult(answer)) return { outcome: "cancelled" as const };
    const wasCancelledBefore = answer.outcome === "refused" && isCancelledAlready(answer.code ?? "", answer.message);
    return wasCancelledBefore ? { outcome: "cancelled" as const } : answer;
  }

  async track(guides: readonly { guide: string }[]) {
    const body = { trackingNumbers: guides.map(({ guide }) => guide) };
    const answer = treatUnknownAsFailed(await this.post("/ship/generaltrack/", body, EnviaTracking, "job"));
    if (isNoResult(answer)) return answer;
    const trackedGuides = answer.data.map((row): TrackedGuide => {
      const state = parcelStateOfStatus(row.status);
      const events = (row.eventHistory ?? []).map(({ datetime, date }) => readEnviaTime(datetime ?? date));
      const at = state === "DELIVERED" ? readEnviaTime(row.deliveredAt) : null;
      return { guide: row.trackingNumber, state, status: row.status, at: at ?? newestTime(events) };
    });
    return { outcome: "tracked" as const, guides: trackedGuides };
  }

  async readLabel(url: string) {
    const labelUrl = URL.parse(url);
    if (!labelUrl || !this.config.mayReadLabel(labelUrl)) return toFailedOutcome("the label is at another host");
    try {
      const headers: Record<string, string> = this.config.maySendToken(labelUrl)
        ? { Authorization: `Bearer ${this.config.token}` }
        : {};
      const { status, body } = await this.client.call(labelUrl.href, { method: "GET", headers, timeoutClass: "job" });
      const isPdf = status === 200 && body.subarray(0, 5).toString("latin1") === "%PDF-";
      return isPdf ? { outcome: "read" as const, pdf: body } : toFailedOutcome(`HTTP ${status} without a PDF`);
    } catch (error) {
      if (error instanceof NoCarrierAnswer) return toFailedOutcome(error.message);
      throw error;
    }
  }

  private async listShipments(month: string, page: number) {
    const url = `${this.config.queriesUrl}/guide/${month}?page=${page}`;
    return treatUnknownAsFailed(await this.send(url, { schema: EnviaShipments, timeoutClass: "job" }));
  }

  private post<Schema extends z.ZodType>(path: string, body: object, schema: Schema, timeoutClass: TimeoutClass) {
    return this.send(this.config.url + path, { body: JSON.stringify(body), schema, timeoutClass });
  }

  private async send<Schema extends z.ZodType>(
    url: string,
    { body, schema, timeoutClass }: { body?: string; schema: Schema; timeoutClass: TimeoutClass },
  ): Promise<z.output<Schema> | NoResult> {
    const headers = {
      Authorization: `Bearer ${this.config.token}`,
      Accept: "application/json",
      ...(body !== undefined && { "Content-Type": "application/json" }),
    };
    const method = body === undefined ? "GET" : "POST";
    try {
      return readAnswer(await this.client.call(url, { method, headers, body, timeoutClass }), schema);
    } catch (error) {
      if (!(error instanceof NoCarrierAnswer)) throw error;
      return error.isUnsent ? toFailedOutcome(error.message) : { outcome: "unknown", reason: error.message };
    }
  }
}

type NoResult = (RefusedOutcome & { code?: string }) | FailedOutcome | UnknownOutcome;

function isNoResult(answer: unknown): answer is NoResult {
  return typeof answer === "object" && answer !== null && "outcome" in answer;
}

/** For calls that may be repeated: an unknown outcome counts as a failure. */
function treatUnknownAsFailed<Answer>(
  answer: Answer | NoResult,
): Answer | (RefusedOutcome & { code?: string }) | FailedOutcome {
  return isNoResult(answer) && answer.outcome === "unknown" ? toFailedOutcome(answer.reason) : (answer as Answer);
}

const toFailedOutcome = (reason: string): FailedOutcome => ({ outcome: "failed", reason });

/**
 * Reads an answer. A refusal means that nothing was done, as do 401, 403 and 429. Any other answer without the
 * expected result has an unknown outcome: a proxy may have sent it, or Envia may have failed, after the work was done.
 */
function readAnswer<Schema extends z.ZodType>(
  { status, body, waitMs }: CarrierAnswer,
  schema: Schema,
): z.output<Schema> | NoResult {
  if (status === 429) return { outcome: "failed", reason: "HTTP 429", ...(waitMs !== undefined && { waitMs }) };
  if (status === 401 || status === 403) {
    return { outcome: "refused", reason: "bad_credentials", message: `HTTP ${status}` };
  }
  const value = parseJson(body);
  const refusal = EnviaError.safeParse(value).data?.error;
  if (refusal && status < 500) {
    const message = [refusal.description, refusal.message].filter(Boolean).join(": ").slice(0, 300);
    return { outcome: "refused", reason: classifyEnviaMessage(message), message, code: String(refusal.code ?? "") };
  }
  const parsed = status === 200 ? schema.safeParse(value) : undefined;
  return parsed?.success ? parsed.data : { outcome: "unknown", reason: `HTTP ${status}, not an answer of Envia` };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function toBody({ from, to, box }: Shipment, reference: string | null) {
  return {
    origin: toEnviaAddress(from, reference === null ? from.name : companyOf(from.name, reference)),
    destination: toEnviaAddress(to, ""),
    packages: [
      {
        type: "box",
        content: box.content,
        amount: 1,
        declaredValue: toPesos(box.declaredCents),
        insurance: 0,
        lengthUnit: "CM",
        weightUnit: "KG",
        weight: box.grams / 1_000,
        dimensions: { length: box.lengthCm, width: box.widthCm, height: box.heightCm },
      },
    ],
  };
}

function companyOf(name: string, reference: string): string {
  return `${name.slice(0, MAX_COMPANY_LENGTH - reference.length - 1).trim()} ${reference}`;
}

/** Envia expects the house number in its own field. If that is empty, it accepts the whole text as the street. */
function toEnviaAddress(address: ShipmentAddress, company: string) {
  const [, street, number] = /^(.*\S)\s+(?:#|No\.?\s*)?(\d+\S*)$/i.exec(address.street.trim()) ?? [];
  return {
    name: address.name,
    company,
    email: address.email ?? "",
    phone: address.phone,
    street: street ?? address.street,
    number: number ?? "",
    district: address.neighborhood,
    city: address.city,
    state: mexicanStateCode(address.state),
    country: "MX",
    postalCode: address.postalCode,
    reference: address.notes,
  };
}

function toLabel(
  guide: string,
  labelUrl: string | null | undefined,
  total: number | null | undefined,
  { currency }: { currency?: string | null },
): BoughtLabel {
  const isPriceInPesos = typeof total === "number" && (currency ?? "MXN") === "MXN";
  return { guide, labelUrl: labelUrl || null, chargedCents: isPriceInPesos ? toCents(total) : null };
}

function daysOf(
  estimate: { dateDifference?: number | null; timeUnit?: string | null } | null | undefined,
): number | null {
  const days = estimate?.dateDifference;
  return typeof days === "number" && /^d/i.test(estimate?.timeUnit ?? "d") && days >= 0 ? Math.ceil(days) : null;
}

function newestTime(times: readonly (Date | null)[]): Date | null {
  const timesMs = times.filter((time) => time !== null).map((time) => time.getTime());
  return timesMs.length === 0 ? null : new Date(Math.max(...timesMs));
}

/**
 * Months in Envia's format, such as `11/2026`, newest first. At most two, because a purchase is looked up within days.
 */
function monthsOf(since: Date, now: Date): string[] {
  const months = [now, since].map((at) => {
    const mexicoTime = new Date(at.getTime() - 6 * 3_600_000);
    return `${String(mexicoTime.getUTCMonth() + 1).padStart(2, "0")}/${mexicoTime.getUTCFullYear()}`;
  });
  return [...new Set(months)];
}
