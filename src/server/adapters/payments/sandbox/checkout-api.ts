import type { Context, Hono } from "hono";
import { z } from "zod";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { readJson } from "../../../http/read-json.ts";
import { respondOnce } from "./respond-once.ts";
import { backUrl } from "./back-url.ts";
import { checkoutPage } from "./checkout-page.ts";
import type { MercadoPagoSandbox } from "./mercado-pago-sandbox.ts";
import { mpError, type MpRefusal } from "./mp-errors.ts";
import { noticePage } from "./sandbox-page.ts";
import { isOutcomeName, type OutcomeName } from "./payment-states.ts";
import { findPayment, movePayment, pay, type BuyerChoice, type Payment } from "./payments.ts";
import { findPreference, initPoint, type Preference } from "./preferences.ts";
import { voucherPage } from "./voucher-page.ts";

const PayRequest = z.object({
  pref_id: z.string(),
  outcome: z.string().refine(isOutcomeName),
  installments: z.int().positive().default(1),
});

/** The hosted page, the actions of its buttons, and the voucher. They need no authentication, like the real ones. */
export function bindCheckout(api: Hono<HttpEnv>, sandbox: MercadoPagoSandbox): void {
  api.get("/sandbox/mp/checkout/v1/redirect", async (context) => {
    const preference = await findPreference(sandbox.db, context.req.query("pref_id") ?? "");
    if (!preference) return unknownLinkPage(context);
    return checkoutPage(context, preference, await paymentsOf(sandbox, preference));
  });
  api.post("/sandbox/mp/checkout/v1/pay", (context) =>
    /^application\/json\b/i.test(context.req.header("content-type") ?? "")
      ? payByJson(context, sandbox)
      : payByForm(context, sandbox),
  );
  api.get("/sandbox/mp/mlm/payments/ticket/helper", async (context) => {
    const payment = await findVoucherPayment(sandbox, context.req.query("payment_id"));
    if (!payment) return unknownLinkPage(context);
    return voucherPage(context, (await findPreference(sandbox.db, payment.preference_id))!, payment);
  });
  api.post("/sandbox/mp/mlm/payments/ticket/helper", async (context) => {
    const payment = await findVoucherPayment(sandbox, (await context.req.parseBody()).payment_id);
    if (!payment) return unknownLinkPage(context);
    // A refusal (the payment has expired or is already approved) is ignored: the page shows the payment's state.
    await sandbox.change((tx) => movePayment(tx, payment.id, "approve"));
    return context.redirect(`/sandbox/mp/mlm/payments/ticket/helper?payment_id=${payment.id}`, 303);
  });
}

async function payByJson(context: Context<HttpEnv>, sandbox: MercadoPagoSandbox): Promise<Response> {
  const requestBody = await readJson(context.req.raw, PayRequest);
  if (requestBody instanceof Response) return requestBody;
  const { pref_id, outcome, installments } = requestBody.parsed;
  const choice = { outcome: outcome as OutcomeName, installments };
  const payment = await payOnce(sandbox, pref_id, choice, context.req.header("x-idempotency-key"));
  if (isRefusal(payment)) {
    const { status, body } = mpError(payment as Refusal<MpRefusal>);
    return context.json(body, status as 400);
  }
  const preference = await findPreference(sandbox.db, pref_id);
  return context.json({
    payment_id: payment.id,
    status: payment.status,
    status_detail: payment.status_detail,
    back_url: backUrl(preference!, payment) ?? null,
  });
}

/**
 * Handles the form of the buyer's browser. Redirects to the shop, or back to the hosted page if the card was rejected
 * or there is no return URL. If no payment could be made (the link has expired), it shows the hosted page.
 */
async function payByForm(context: Context<HttpEnv>, sandbox: MercadoPagoSandbox): Promise<Response> {
  const { pref_id, outcome, attempt, installments } = await context.req.parseBody();
  const preference = typeof pref_id === "string" ? await findPreference(sandbox.db, pref_id) : undefined;
  if (!preference || !isOutcomeName(outcome)) return unknownLinkPage(context);
  const payment = await payOnce(
    sandbox,
    preference.id,
    { outcome, installments: installments === undefined ? 1 : Number(installments) },
    typeof attempt === "string" ? `form ${attempt}` : undefined,
  );
  if (isRefusal(payment)) return checkoutPage(context, preference, await paymentsOf(sandbox, preference));
  const returnUrl = payment.status === "rejected" ? undefined : backUrl(preference, payment);
  return context.redirect(returnUrl ?? new URL(initPoint(preference)).pathname + `?pref_id=${preference.id}`, 303);
}

/** One attempt per key: a repeated request returns the payment of the first one, with its current state. */
async function payOnce(
  sandbox: MercadoPagoSandbox,
  preferenceId: string,
  choice: BuyerChoice,
  key: string | undefined,
): Promise<Payment | Refusal<MpRefusal>> {
  if (key === undefined) return sandbox.change((tx) => pay(tx, preferenceId, choice));
  const idempotentRequest = {
    scope: `pay ${preferenceId}`,
    key,
    requestBody: `${choice.outcome} ${choice.installments}`,
  };
  const answer = await sandbox.change((tx) =>
    respondOnce(tx, idempotentRequest, async () => {
      const payment = await pay(tx, preferenceId, choice);
      return isRefusal(payment) ? payment : { status: 201, body: { id: payment.id } };
    }),
  );
  if (isRefusal(answer)) return answer as Refusal<MpRefusal>;
  return (await findPayment(sandbox.db, (answer.body as { id: number }).id))!;
}

function paymentsOf(sandbox: MercadoPagoSandbox, { id }: Preference): Promise<Payment[]> {
  return sandbox.db
    .selectFrom("sandbox.mp_payments")
    .selectAll()
    .where("preference_id", "=", id)
    .orderBy("id")
    .execute();
}

async function findVoucherPayment(sandbox: MercadoPagoSandbox, id: unknown): Promise<Payment | undefined> {
  if (typeof id !== "string" || !/^\d{1,15}$/.test(id)) return undefined;
  const payment = await findPayment(sandbox.db, Number(id));
  return payment?.type === "ticket" ? payment : undefined;
}

function unknownLinkPage(context: Context<HttpEnv>): Response | Promise<Response> {
  return noticePage(
    context,
    404,
    "No encontramos este pago",
    "El enlace no es de esta simulación. Vuelve a la tienda.",
  );
}
