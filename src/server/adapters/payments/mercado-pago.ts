import type { Payment, PaymentRefund, Preference } from "mercadopago";
import type { PreferenceRequest } from "mercadopago/dist/clients/preference/commonTypes.js";
import type { z } from "zod";
import type { Cents } from "../../../domain/money.ts";
import { toPesos } from "../../../domain/money.ts";
import type { ExternalHosts } from "../../http/security-headers.ts";
import { HttpAgent } from "../http-agent.ts";
import { toProviderError } from "./mercado-pago-errors.ts";
import {
  invalidFieldsOf,
  MpPayment,
  MpPreference,
  MpRefund,
  MpSearch,
  readPayments,
  toSnapshot,
} from "./mercado-pago-shapes.ts";
import { readWebhook } from "./mercado-pago-webhook.ts";
import {
  MAX_FOUND_PAYMENTS,
  PaymentProviderError,
  type CheckoutRequest,
  type FoundPayments,
  type WebhookRequest,
  type WebhookContent,
  type TimeoutClass,
  type PaymentProvider,
  type PaymentSnapshot,
  type ProviderCheckout,
} from "./payment-provider.ts";

export interface MercadoPagoConfigValues {
  accessToken: string;
  /** Any of these may have signed a webhook, so that a secret can be rotated. Never empty. */
  webhookSecrets: readonly string[];
  /** The URL of the sandbox (`http://127.0.0.1:3000/sandbox/mp`). Null for Mercado Pago itself. */
  sandboxUrl: (() => string) | null;
  /** The URL for webhooks. Null if the provider cannot reach this server. */
  webhookUrl: () => string | null;
}

/** The timeout of one attempt, in milliseconds, and the number of retries. */
const TIMEOUTS: Record<TimeoutClass, { timeoutMs: number; retries: number }> = {
  interactive: { timeoutMs: 4_000, retries: 1 },
  job: { timeoutMs: 10_000, retries: 2 },
};
/** The SDK's own timeout covers only the headers. This one ends a response whose body stalls. */
const BODY_TIMEOUT_MS = 4_000;
const PAGE_SIZE = 50;

const MP_ORIGINS = ["https://*.mercadopago.com", "https://*.mercadolibre.com", "https://*.mlstatic.com"];

/**
 * The SDK's clients that are used here. The SDK has 100 modules, so it is loaded by the first call and not when the
 * process starts.
 */
interface Sdk {
  payments: Payment;
  preferences: Preference;
  refunds: PaymentRefund;
}

/** Calls Mercado Pago through its official SDK. With a sandbox URL, the same calls go to the sandbox. */
export class MercadoPago implements PaymentProvider {
  readonly key = "mercadopago";
  private readonly config: MercadoPagoConfigValues;
  private readonly agent: HttpAgent;

  constructor(config: MercadoPagoConfigValues) {
    this.config = config;
    const { sandboxUrl } = config;
    this.agent = new HttpAgent(({ Agent }) => {
      const agent = new Agent({ headersTimeout: 15_000, bodyTimeout: BODY_TIMEOUT_MS, connectTimeout: 4_000 });
      if (!sandboxUrl) return agent;
      return agent.compose((dispatch) => (options, handler) => {
        const { origin, pathname } = new URL(sandboxUrl());
        return dispatch({ ...options, origin, path: pathname + options.path }, handler);
      });
    });
  }

  async createCheckout(checkout: CheckoutRequest): Promise<ProviderCheckout> {
    const body = toPreference(checkout, this.config.webhookUrl());
    const preference = await this.call(MpPreference, checkout.idempotencyKey, "interactive", ({ preferences }) =>
      preferences.create({ body }),
    );
    return { id: preference.id, url: preference.init_point, collectorId: preference.collector_id };
  }

  async closeCheckout(checkoutId: string, closedAt: Date): Promise<void> {
    // The key contains the time, because the provider refuses a repeated key with different content.
    await this.call(MpPreference, `close:${checkoutId}:${closedAt.getTime()}`, "job", ({ preferences }) =>
      preferences.update({
        id: checkoutId,
        updatePreferenceRequest: { expires: true, expiration_date_to: mpDate(closedAt) } as PreferenceRequest,
      }),
    );
  }

  async findPayment(paymentId: string, timeoutClass: TimeoutClass): Promise<PaymentSnapshot | null> {
    try {
      const payment = await this.call(MpPayment, null, timeoutClass, ({ payments }) => payments.get({ id: paymentId }));
      return toSnapshot(payment, this.config.sandboxUrl !== null);
    } catch (error) {
      if (error instanceof PaymentProviderError && error.failure === "NOT_FOUND") return null;
      throw error;
    }
  }

  async findPayments(
    searchBy: { orderRef: string } | { changedSince: Date },
    timeoutClass: TimeoutClass,
  ): Promise<FoundPayments> {
    const filter: Record<string, string> =
      "orderRef" in searchBy
        ? { external_reference: searchBy.orderRef }
        : {
            range: "date_last_updated",
            begin_date: mpDate(searchBy.changedSince),
            end_date: mpDate(new Date(Date.now() + 60_000)),
          };
    const results: unknown[] = [];
    for (let offset = 0; offset < MAX_FOUND_PAYMENTS; offset += PAGE_SIZE) {
      const page = await this.call(MpSearch, null, timeoutClass, ({ payments }) =>
        payments.search({
          options: { ...filter, sort: "date_created", criteria: "desc", limit: PAGE_SIZE, offset },
        }),
      );
      results.push(...page.results);
      if (page.results.length < PAGE_SIZE) break;
    }
    return readPayments(results, this.config.sandboxUrl !== null);
  }

  async refund(paymentId: string, cents: Cents, idempotencyKey: string): Promise<void> {
    await this.call(MpRefund, idempotencyKey, "job", ({ refunds }) =>
      refunds.create({ payment_id: paymentId, body: { amount: toPesos(cents) } }),
    );
  }

  async cancel(paymentId: string): Promise<void> {
    await this.call(MpPayment, `cancel:${paymentId}`, "job", ({ payments }) => payments.cancel({ id: paymentId }));
  }

  /** In the sandbox, its script is loaded before the button, which then does not load Mercado Pago's own. */
  get buttonScript(): string | null {
    return this.config.sandboxUrl ? "/sandbox/mp/js/v2" : null;
  }

  readWebhook(request: WebhookRequest): WebhookContent {
    return readWebhook(request, this.config.webhookSecrets);
  }

  browserOrigins(): ExternalHosts {
    if (this.config.sandboxUrl) return { script: [], connect: [], img: [], frame: [], style: [] };
    return {
      script: ["https://sdk.mercadopago.com", "https://*.mlstatic.com"],
      connect: MP_ORIGINS,
      img: MP_ORIGINS,
      frame: [...MP_ORIGINS, "https://*.mercadopago.com.mx"],
      style: ["https://*.mlstatic.com"],
    };
  }

  /**
   * Makes one call of the API. Each call has its own configuration, because the SDK keeps the options of one call for
   * the next (mercadopago/sdk-nodejs, GitHub number 481). The SDK also returns invalid responses without an error, so
   * each response is checked against its schema.
   */
  private async call<Schema extends z.ZodType>(
    schema: Schema,
    idempotencyKey: string | null,
    timeoutClass: TimeoutClass,
    work: (sdk: Sdk) => Promise<unknown>,
  ): Promise<z.output<Schema>> {
    const { MercadoPagoConfig, Payment, PaymentRefund, Preference } = await import("mercadopago");
    const { dispatcher } = await this.agent.load();
    const { timeoutMs, retries } = TIMEOUTS[timeoutClass];
    const options = {
      timeout: timeoutMs,
      maxRetries: retries,
      initialDelay: 300,
      maxDelay: 2_000,
      jitter: true,
      ...(idempotencyKey === null ? {} : { idempotencyKey }),
      // Not one of the SDK's own options: it passes unknown options to fetch().
      dispatcher,
    };
    const sdkConfig = new MercadoPagoConfig({ accessToken: this.config.accessToken, options });
    const sdk = {
      payments: new Payment(sdkConfig),
      preferences: new Preference(sdkConfig),
      refunds: new PaymentRefund(sdkConfig),
    };
    let response: unknown;
    try {
      response = await work(sdk);
    } catch (error) {
      throw toProviderError(error);
    }
    const parsed = schema.safeParse(response);
    if (parsed.success) return parsed.data;
    throw new PaymentProviderError("BAD_RESPONSE", `response without a valid ${invalidFieldsOf(parsed.error)}`);
  }
}

function toPreference(checkout: CheckoutRequest, webhookUrl: string | null): PreferenceRequest {
  return {
    items: checkout.items.map(({ title, cents }, index) => ({
      id: String(index + 1),
      title: title.slice(0, 250),
      quantity: 1,
      unit_price: toPesos(cents),
      currency_id: "MXN",
    })),
    payer: {
      name: checkout.payer.name,
      surname: checkout.payer.lastName,
      phone: { area_code: "52", number: checkout.payer.phone },
      ...(checkout.payer.email === null ? {} : { email: checkout.payer.email }),
    },
    external_reference: checkout.orderRef,
    back_urls: { success: checkout.returnUrl, pending: checkout.returnUrl, failure: checkout.returnUrl },
    auto_return: "approved",
    ...(webhookUrl === null ? {} : { notification_url: webhookUrl }),
    statement_descriptor: checkout.statementDescriptor,
    expires: true,
    expiration_date_from: mpDate(checkout.opensAt),
    expiration_date_to: mpDate(checkout.expiresAt),
    ...(checkout.voucherUntil !== null && { date_of_expiration: mpDate(checkout.voucherUntil) }),
    payment_methods: {
      ...(checkout.voucherUntil === null && { excluded_payment_types: [{ id: "ticket" }, { id: "atm" }] }),
      // Without `default_installments` nothing is preselected: the payer decides.
      ...(checkout.maxInstallments !== null && { installments: checkout.maxInstallments }),
    },
    binary_mode: false,
  };
}

/** "2026-11-22T12:00:00.000-06:00": the only date format that Mercado Pago's documentation guarantees. */
function mpDate(instant: Date): string {
  return new Date(instant.getTime() - 6 * 3_600_000).toISOString().replace("Z", "-06:00");
}
