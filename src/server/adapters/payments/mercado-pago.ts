import { MercadoPagoConfig, Payment, PaymentRefund, Preference } from "mercadopago";
import type { PreferenceRequest } from "mercadopago/dist/clients/preference/commonTypes.js";
import { Agent, type Dispatcher } from "undici";
import type { z } from "zod";
import type { Cents } from "../../../domain/money.ts";
import { toPesos } from "../../../domain/money.ts";
import type { OutsideHosts } from "../../http/security-headers.ts";
import { toProviderError } from "./mercado-pago-errors.ts";
import { MpPayment, MpPreference, MpRefund, MpSearch, toSnapshot } from "./mercado-pago-shapes.ts";
import { readWebhook } from "./mercado-pago-webhook.ts";
import {
  PaymentProviderError,
  type CheckoutRequest,
  type WebhookRequest,
  type PaymentWebhook,
  type TimeoutClass,
  type PaymentProvider,
  type PaymentSnapshot,
  type ProviderCheckout,
} from "./payment-provider.ts";

export interface MercadoPagoConfigValues {
  accessToken: string;
  /** Any of them may have signed: that is also how a secret is changed. Never empty. */
  webhookSecrets: readonly string[];
  /** Where the stand-in listens (`http://127.0.0.1:3000/sandbox/mp`); null for Mercado Pago itself. */
  sandboxUrl: (() => string) | null;
  /** Where news is to be sent; null where nobody outside could reach us. */
  webhookUrl: () => string | null;
}

const MILLISECONDS: Record<TimeoutClass, { timeout: number; retries: number }> = {
  interactive: { timeout: 4_000, retries: 1 },
  job: { timeout: 10_000, retries: 2 },
};
/** The SDK's own timeout ends with the headers: a body that stalls is cut off here. */
const BODY_TIMEOUT_MS = 4_000;
const PAGE = 50;
/** A sweep reads at most so many changed payments; the rest come with the next one. */
const MAX_FOUND = 2_000;

const MP_HOSTS = ["https://*.mercadopago.com", "https://*.mercadolibre.com", "https://*.mlstatic.com"];

/** Mercado Pago by its official SDK; the same calls reach the stand-in where its address is given. */
export class MercadoPago implements PaymentProvider {
  readonly key = "mercadopago";
  private readonly config: MercadoPagoConfigValues;
  private readonly dispatcher: Dispatcher;

  constructor(config: MercadoPagoConfigValues) {
    this.config = config;
    const agent = new Agent({ headersTimeout: 15_000, bodyTimeout: BODY_TIMEOUT_MS, connectTimeout: 4_000 });
    const { sandboxUrl } = config;
    this.dispatcher = sandboxUrl
      ? agent.compose((dispatch) => (options, handler) => {
          const { origin, pathname } = new URL(sandboxUrl());
          return dispatch({ ...options, origin, path: pathname + options.path }, handler);
        })
      : agent;
  }

  async createCheckout(wish: CheckoutRequest): Promise<ProviderCheckout> {
    const body = toPreference(wish, this.config.webhookUrl());
    const made = await this.ask(MpPreference, wish.idempotencyKey, "interactive", (sdk) =>
      new Preference(sdk).create({ body }),
    );
    return { id: made.id, url: made.init_point, collectorId: made.collector_id };
  }

  async closeCheckout(checkoutId: string): Promise<void> {
    const now = mpDate(new Date());
    await this.ask(MpPreference, `close:${checkoutId}`, "job", (sdk) =>
      new Preference(sdk).update({
        id: checkoutId,
        updatePreferenceRequest: { expires: true, expiration_date_to: now } as PreferenceRequest,
      }),
    );
  }

  async getPayment(paymentId: string, timeoutClass: TimeoutClass): Promise<PaymentSnapshot | null> {
    try {
      const payment = await this.ask(MpPayment, null, timeoutClass, (sdk) => new Payment(sdk).get({ id: paymentId }));
      return toSnapshot(payment, this.config.sandboxUrl !== null);
    } catch (error) {
      if (error instanceof PaymentProviderError && error.failure === "NOT_FOUND") return null;
      throw error;
    }
  }

  async findPayments(
    which: { orderRef: string } | { changedSince: Date },
    timeoutClass: TimeoutClass,
  ): Promise<PaymentSnapshot[]> {
    const filter: Record<string, string> =
      "orderRef" in which
        ? { external_reference: which.orderRef }
        : {
            range: "date_last_updated",
            begin_date: mpDate(which.changedSince),
            end_date: mpDate(new Date(Date.now() + 60_000)),
          };
    const found: PaymentSnapshot[] = [];
    for (let offset = 0; offset < MAX_FOUND; offset += PAGE) {
      const page = await this.ask(MpSearch, null, timeoutClass, (sdk) =>
        new Payment(sdk).search({
          options: { ...filter, sort: "date_created", criteria: "desc", limit: PAGE, offset },
        }),
      );
      found.push(...page.results.map((payment) => toSnapshot(payment, this.config.sandboxUrl !== null)));
      if (page.results.length < PAGE) break;
    }
    return found;
  }

  async refund(paymentId: string, cents: Cents, key: string): Promise<void> {
    await this.ask(MpRefund, key, "job", (sdk) =>
      new PaymentRefund(sdk).create({ payment_id: paymentId, body: { amount: toPesos(cents) } }),
    );
  }

  async cancel(paymentId: string): Promise<void> {
    await this.ask(MpPayment, `cancel:${paymentId}`, "job", (sdk) => new Payment(sdk).cancel({ id: paymentId }));
  }

  /** Its button comes with a script of its own; the stand-in's must be there before it. */
  get buttonScript(): string | null {
    return this.config.sandboxUrl ? "/sandbox/mp/js/v2" : null;
  }

  readWebhook(request: WebhookRequest): PaymentWebhook {
    return readWebhook(request, this.config.webhookSecrets);
  }

  browserOrigins(): OutsideHosts {
    if (this.config.sandboxUrl) return { script: [], connect: [], img: [], frame: [], style: [] };
    return {
      script: ["https://sdk.mercadopago.com", "https://*.mlstatic.com"],
      connect: MP_HOSTS,
      img: MP_HOSTS,
      frame: [...MP_HOSTS, "https://*.mercadopago.com.mx"],
      style: ["https://*.mlstatic.com"],
    };
  }

  /**
   * One call. Each has a configuration of its own: the SDK keeps the options of one call for the next (mercadopago/sdk-nodejs#481).
   * It also answers nonsense without an error, so every answer is held against its shape.
   */
  private async ask<Shape extends z.ZodType>(
    shape: Shape,
    idempotencyKey: string | null,
    timeoutClass: TimeoutClass,
    work: (sdk: MercadoPagoConfig) => Promise<unknown>,
  ): Promise<z.output<Shape>> {
    const { timeout, retries } = MILLISECONDS[timeoutClass];
    const options = {
      timeout,
      maxRetries: retries,
      initialDelay: 300,
      maxDelay: 2_000,
      jitter: true,
      ...(idempotencyKey === null ? {} : { idempotencyKey }),
      // Not among the SDK's own options: it hands what it does not know to fetch().
      dispatcher: this.dispatcher,
    };
    const sdk = new MercadoPagoConfig({ accessToken: this.config.accessToken, options });
    let answer: unknown;
    try {
      answer = await work(sdk);
    } catch (error) {
      throw toProviderError(error);
    }
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
    throw new PaymentProviderError("BAD_RESPONSE", `answer without a valid ${where}`);
  }
}

function toPreference(wish: CheckoutRequest, webhookUrl: string | null): PreferenceRequest {
  return {
    items: wish.items.map(({ title, cents }, index) => ({
      id: String(index + 1),
      title: title.slice(0, 250),
      quantity: 1,
      unit_price: toPesos(cents),
      currency_id: "MXN",
    })),
    payer: {
      name: wish.payer.name,
      surname: wish.payer.lastName,
      phone: { area_code: "52", number: wish.payer.phone },
      ...(wish.payer.email === null ? {} : { email: wish.payer.email }),
    },
    external_reference: wish.orderRef,
    back_urls: { success: wish.returnUrl, pending: wish.returnUrl, failure: wish.returnUrl },
    auto_return: "approved",
    ...(webhookUrl === null ? {} : { notification_url: webhookUrl }),
    statement_descriptor: wish.statement,
    expires: true,
    expiration_date_from: mpDate(wish.opensAt),
    expiration_date_to: mpDate(wish.expiresAt),
    ...(wish.voucherUntil === null
      ? { payment_methods: { excluded_payment_types: [{ id: "ticket" }, { id: "atm" }] } }
      : { date_of_expiration: mpDate(wish.voucherUntil) }),
    binary_mode: false,
  };
}

/** "2026-11-22T12:00:00.000-06:00": the only way of writing an instant that Mercado Pago's docs promise to read. */
function mpDate(instant: Date): string {
  return new Date(instant.getTime() - 6 * 3_600_000).toISOString().replace("Z", "-06:00");
}
