import { z } from "zod";
import { toCents } from "../../../domain/money.ts";
import type { PaymentState } from "../../../domain/payment.ts";
import { PaymentProviderError, type FoundPayments, type PaymentSnapshot } from "./payment-provider.ts";

/** Mercado Pago sends an id as a number or as a text, depending on the endpoint. */
const MpId = z.union([z.string().min(1), z.number()]).transform(String);
const Instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);

export const MpPreference = z.object({
  id: z.string().min(1),
  init_point: z.url({ protocol: /^https?$/ }),
  collector_id: MpId,
});

const ResourceWithId = z.object({ id: MpId });
export const MpRefund = ResourceWithId;

export const MpPayment = z.object({
  id: MpId,
  status: z.string(),
  status_detail: orNull(z.string()),
  external_reference: orNull(z.string()),
  collector_id: MpId,
  transaction_amount: z.number().positive().max(100_000_000),
  transaction_amount_refunded: orNull(z.number().min(0)),
  currency_id: z.string(),
  payment_type_id: orNull(z.string()),
  payment_method_id: orNull(z.string()),
  installments: orNull(z.number().int()),
  live_mode: z.boolean(),
  date_created: Instant,
  date_approved: orNull(Instant),
  date_last_updated: Instant,
  date_of_expiration: orNull(Instant),
  transaction_details: orNull(
    z.object({ external_resource_url: orNull(z.string()), payment_method_reference_id: orNull(z.string()) }),
  ),
});

/** Each result is checked on its own by `readPayments`. */
export const MpSearch = z.object({ results: z.array(z.unknown()) });

const STATE_OF_STATUS: Record<string, PaymentState> = {
  approved: "APPROVED",
  authorized: "PENDING",
  pending: "PENDING",
  in_process: "IN_REVIEW",
  rejected: "REJECTED",
  refunded: "REFUNDED",
  in_mediation: "DISPUTED",
};

const KIND_OF_PAYMENT_TYPE: Record<string, PaymentSnapshot["kind"]> = {
  credit_card: "card",
  debit_card: "card",
  prepaid_card: "card",
  ticket: "cash",
  atm: "cash",
  bank_transfer: "transfer",
  account_money: "wallet",
  digital_wallet: "wallet",
};

/** A dispute that the shop won counts as approved: the shop has the money. */
function stateOf(status: string, detail: string | null): PaymentState | null {
  if (status === "cancelled") return detail === "expired" ? "EXPIRED" : "CANCELLED";
  if (status === "charged_back") return detail === "reimbursed" ? "APPROVED" : "DISPUTED";
  return Object.hasOwn(STATE_OF_STATUS, status) ? STATE_OF_STATUS[status]! : null;
}

/** Only links to the provider's own pages are shown. */
const VOUCHER_HOST = /(^|\.)(mercadopago\.com(\.mx)?|mercadolibre\.com(\.mx)?)$/;

function toVoucherUrl(text: string | null | undefined, isSandbox: boolean): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, hostname, pathname } = new URL(text);
  if (isSandbox) return pathname.startsWith("/sandbox/mp/") ? text : null;
  return protocol === "https:" && VOUCHER_HOST.test(hostname) ? text : null;
}

/** The provider reports 1 for cash and transfers, and in some answers 0 or nothing. */
function installmentsOf(kind: PaymentSnapshot["kind"], installments: number | null): number | null {
  return kind === "card" && installments !== null && installments > 0 ? installments : null;
}

export function toSnapshot(payment: z.output<typeof MpPayment>, isSandbox: boolean): PaymentSnapshot {
  const cents = toCents(payment.transaction_amount);
  const state = stateOf(payment.status, payment.status_detail);
  const reportedRefundCents = toCents(payment.transaction_amount_refunded ?? 0);
  const kind = KIND_OF_PAYMENT_TYPE[payment.payment_type_id ?? ""] ?? "other";
  return {
    id: payment.id,
    orderRef: payment.external_reference,
    collectorId: payment.collector_id,
    state,
    isDisputeLost: payment.status === "charged_back" && payment.status_detail === "settled",
    rawStatus: [payment.status, payment.status_detail].filter(Boolean).join("/"),
    cents,
    refundedCents: state === "REFUNDED" ? cents : Math.min(reportedRefundCents, cents),
    currency: payment.currency_id,
    kind,
    method: payment.payment_method_id ?? "",
    installments: installmentsOf(kind, payment.installments),
    voucherUrl: toVoucherUrl(payment.transaction_details?.external_resource_url, isSandbox),
    voucherReference: payment.transaction_details?.payment_method_reference_id ?? null,
    expiresAt: payment.date_of_expiration,
    createdAt: payment.date_created,
    updatedAt: payment.date_last_updated,
    approvedAt: payment.date_approved,
    isRealMoney: payment.live_mode,
  };
}

/** Reads the payments of a search. The error names each malformed payment by its id, if it has one. */
export function readPayments(results: readonly unknown[], isSandbox: boolean): FoundPayments {
  const payments: PaymentSnapshot[] = [];
  const malformedDescriptions: string[] = [];
  for (const result of results) {
    const { success, data, error: schemaError } = MpPayment.safeParse(result);
    if (success) payments.push(toSnapshot(data, isSandbox));
    else
      malformedDescriptions.push(
        `payment ${ResourceWithId.safeParse(result).data?.id ?? "?"} without a valid ${invalidFieldsOf(schemaError)}`,
      );
  }
  const error =
    malformedDescriptions.length > 0
      ? new PaymentProviderError("BAD_RESPONSE", malformedDescriptions.join("; "))
      : null;
  return { payments, error };
}

/** The fields that are not valid: "transaction_amount, payer.id". */
export function invalidFieldsOf({ issues }: z.ZodError): string {
  return issues.map((issue) => issue.path.join(".")).join(", ");
}
