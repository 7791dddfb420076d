import { formatMoney } from "../domain/money.ts";
import type { OpenRestore } from "../server/backup/restore-report.ts";
import { say } from "./console.ts";
import { sayInstant } from "./say-instant.ts";

/** What staff must know before they open the shop. */
export function sayRestore(restore: OpenRestore): void {
  say(`Restaurada al ${sayInstant(restore.restoredTo)}. Lo que pasó después se perdió.`);
  say(`Los pedidos nuevos siguen después del #${restore.skippedTo}: ningún número se repite.`);
  sayPayments(restore);
  sayInvoices(restore);
  say(`Correos en espera: ${restore.waitingEmails}. Salen al abrir; alguno puede llegar por segunda vez.`);
  say("Revisa también existencias, y a quién le quitaste acceso al panel después del respaldo: lo tiene otra vez.");
}

function sayPayments({ payments }: OpenRestore): void {
  if (!payments) return say("FALTA comparar los cobros con Mercado Pago.");
  say(`ok    ${payments.checked} cobros de Mercado Pago comparados, ${payments.credited} cambiaron un pedido.`);
  if (!payments.isComplete)
    say("      Hay más cobros de los que Mercado Pago deja leer: revisa los anteriores en su página.");
  for (const { id, orderRef, cents, refundedCents, status, createdAt } of payments.lost) {
    const refunded = refundedCents > 0 ? `, devueltos ${formatMoney(refundedCents)}` : "";
    say(
      `      Sin pedido: cobro ${id} de ${formatMoney(cents)}${refunded} (${status}), ${sayInstant(new Date(createdAt))}, pedido ${orderRef}`,
    );
  }
  if (payments.lost.length > 0)
    say("      Devuélvelos o cancélalos en Mercado Pago, o toma el pedido otra vez con quien lo pagó.");
}

function sayInvoices({ invoices, needsInvoices }: OpenRestore): void {
  if (!needsInvoices) return;
  if (!invoices) return say("FALTA comparar las facturas: shop restore report --invoices <carpeta> (o --no-invoices).");
  if (invoices.isDeclared) return say("ok    Facturas: dijiste que no hay ninguna desde el respaldo.");
  say(`ok    ${invoices.checked} XML comparados, ${invoices.unknown.length} no están aquí.`);
  for (const { name, uuid, kind, folio, receiverRfc, total } of invoices.unknown) {
    say(
      uuid
        ? `      Cancélala en el portal: ${uuid} ${kind} ${folio} ${receiverRfc} $${total}`
        : `      ${name} no es un CFDI timbrado`,
    );
  }
}
