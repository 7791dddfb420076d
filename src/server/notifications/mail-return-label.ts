import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { findPurchase } from "../carrier-labels/purchases.ts";
import { findLabel } from "../carrier-labels/read-label.ts";
import { orderPlaceholders } from "./order-emails.ts";
import { findOrderToMail, sendOrderEmail, type OrderMail } from "./send-order-email.ts";

/** Job: sends the customer the return label. Nothing is sent if the label was cancelled in the meantime. */
export async function mailReturnLabel(app: App, mail: OrderMail & { purchaseId: string }): Promise<void> {
  const context = await findOrderToMail(app, "mail_return_label", mail);
  const purchase = await findPurchase(app.db, mail.purchaseId);
  if (!context || purchase?.state !== "bought") return;
  const label = await findLabel(app, purchase);
  // The job is retried: without the label the email is useless.
  if (isRefusal(label)) throw new Error("the label of a return cannot be read yet");
  const { shop, order, link } = context;
  const email = {
    kind: "return" as const,
    placeholders: orderPlaceholders(order),
    subject: `Tu guía para regresar el paquete del pedido #${order.reference}`,
    shop,
    heading: `${order.customer_name}, aquí está tu guía`,
    paragraphs: [
      "Imprime la guía de este correo y pégala en el paquete, sobre la anterior. El envío va por nuestra cuenta.",
      "Llévalo a una sucursal de la paquetería. Guarda el comprobante hasta que te avisemos que llegó.",
    ],
    rows: [["Guía", purchase.guide!] satisfies [string, string]],
    button: { label: "Ver mi devolución", url: link.replace(/(\?|$)/, "/devolver$1") },
  };
  const attachment = { filename: `guia-${purchase.guide}.pdf`, contentType: "application/pdf", content: label };
  await sendOrderEmail(app, context, `${purchase.id}-label`, email, [attachment]);
}
