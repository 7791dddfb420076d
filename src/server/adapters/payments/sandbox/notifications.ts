import { sql } from "kysely";
import { SANDBOX_COLLECTOR_ID } from "./credentials.ts";
import { readFaults } from "./faults.ts";
import { isLoopback } from "./loopback.ts";
import type { Preference } from "./preferences.ts";
import type { DeliveryState, SandboxDb, WebhookSigning } from "./tables.ts";
import { toWireDate } from "./wire-date.ts";

type NotificationAction = "payment.created" | "payment.updated";
interface Notification {
  url: string;
  body: object;
  signing: WebhookSigning;
}

/**
 * Stores the notifications of a payment's change in the transaction of the change. The dispatcher sends them later. The
 * current `webhook` faults decide how they are sent. For a preference without a notification URL nothing is stored. A
 * notification to another machine is stored as refused.
 */
export async function storeNotifications(
  tx: SandboxDb,
  preference: Preference,
  payment: { id: number },
  action: NotificationAction,
): Promise<void> {
  const notificationUrl = preference.fields.notification_url;
  if (!notificationUrl) return;
  const { webhook: faults } = await readFaults(tx);
  let state: DeliveryState = "waiting";
  if (!isLoopback(new URL(notificationUrl))) state = "refused";
  else if (faults.includes("drop")) state = "dropped";
  else if (faults.includes("hold")) state = "held";
  const id = await nextNotificationId(tx);
  const notifications = notificationsOf(notificationUrl, id, preference, payment.id, action).map((notification) => {
    if (notification.signing !== "signed") return notification;
    if (faults.includes("forge")) return { ...notification, signing: "forged" as const };
    return faults.includes("noheader") ? { ...notification, signing: "unsigned" as const } : notification;
  });
  const deliveries = faults.includes("dup")
    ? notifications.flatMap((notification) => [notification, notification])
    : notifications;
  await tx
    .insertInto("sandbox.mp_deliveries")
    .values(
      deliveries.map(({ url, body, signing }) => ({
        notification_id: id,
        payment_id: payment.id,
        url,
        body: JSON.stringify(body),
        signing,
        state,
        answered: null,
        error: state === "refused" ? "not on this machine" : null,
      })),
    )
    .execute();
}

async function nextNotificationId(tx: SandboxDb): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT nextval('sandbox.mp_other_ids') AS id`.execute(tx);
  return rows[0]!.id;
}

/**
 * The webhook and the two unsigned IPN calls. If the notification URL has the parameter `source_news`, only the kind
 * that it names.
 */
function notificationsOf(
  notificationUrl: string,
  id: number,
  preference: Preference,
  paymentId: number,
  action: NotificationAction,
): Notification[] {
  const requestedKind = new URL(notificationUrl).searchParams.get("source_news");
  const webhook: Notification = {
    url: withQuery(notificationUrl, { "data.id": String(paymentId), type: "payment" }),
    body: {
      action,
      api_version: "v1",
      data: { id: String(paymentId) },
      date_created: toWireDate(new Date()),
      id,
      live_mode: false,
      type: "payment",
      user_id: String(SANDBOX_COLLECTOR_ID),
    },
    signing: "signed",
  };
  const orderId = String(preference.merchant_order_id);
  const ipn: Notification[] = [
    {
      url: withQuery(notificationUrl, { id: String(paymentId), topic: "payment" }),
      body: { resource: String(paymentId), topic: "payment" },
      signing: "unsigned",
    },
    {
      url: withQuery(notificationUrl, { id: orderId, topic: "merchant_order" }),
      body: { resource: `https://api.mercadolibre.com/merchant_orders/${orderId}`, topic: "merchant_order" },
      signing: "unsigned",
    },
  ];
  if (requestedKind === "webhooks") return [webhook];
  return requestedKind === "ipn" ? ipn : [webhook, ...ipn];
}

function withQuery(plainUrl: string, parameters: Record<string, string>): string {
  const url = new URL(plainUrl);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
