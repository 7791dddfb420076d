import { formatMoney } from "../domain/money.ts";
import type { UnfinishedRestore } from "../server/backup/compare-after-restore.ts";
import { printLine } from "./console.ts";
import { formatInstant } from "./instant.ts";

/** Prints what staff must know before they open the shop after a restore. */
export function printRestore(restore: UnfinishedRestore): void {
  printLine(`Restaurada al ${formatInstant(restore.restorePointAt)}. Lo que pasó después se perdió.`);
  printLine(`Los pedidos nuevos siguen después del #${restore.lastSkippedReference}: ningún número se repite.`);
  printPayments(restore);
  printInvoices(restore);
  printLine(`Correos en espera: ${restore.waitingEmails}. Salen al abrir; alguno puede llegar por segunda vez.`);
  printLine(
    "Revisa también existencias, y a quién le quitaste acceso al panel después del respaldo: lo tiene otra vez.",
  );
}

function printPayments({ payments }: UnfinishedRestore): void {
  if (!payments) return printLine("FALTA comparar los cobros con Mercado Pago.");
  printLine(`ok    ${payments.checked} cobros de Mercado Pago comparados, ${payments.credited} cambiaron un pedido.`);
  if (!payments.isComplete)
    printLine("      Hay más cobros de los que Mercado Pago deja leer: revisa los anteriores en su página.");
  for (const { id, orderRef, cents, refundedCents, status, createdAt } of payments.lost) {
    const refundedText = refundedCents > 0 ? `, devueltos ${formatMoney(refundedCents)}` : "";
    printLine(
      `      Sin pedido: cobro ${id} de ${formatMoney(cents)}${refundedText} (${status}), ${formatInstant(new Date(createdAt))}, pedido ${orderRef}`,
    );
  }
  if (payments.lost.length > 0)
    printLine("      Devuélvelos o cancélalos en Mercado Pago, o toma el pedido otra vez con quien lo pagó.");
}

function printInvoices({ invoices, needsInvoiceComparison }: UnfinishedRestore): void {
  if (!needsInvoiceComparison) return;
  if (!invoices)
    return printLine("FALTA comparar las facturas: shop restore report --invoices <carpeta> (o --no-invoices).");
  if (invoices.isDeclared) return printLine("ok    Facturas: dijiste que no hay ninguna desde el respaldo.");
  printLine(`ok    ${invoices.checked} XML comparados, ${invoices.unknown.length} no están aquí.`);
  for (const { name, uuid, kind, folio, receiverRfc, total } of invoices.unknown) {
    printLine(
      uuid
        ? `      Cancélala en el portal: ${uuid} ${kind} ${folio} ${receiverRfc} $${total}`
        : `      ${name} no es un CFDI timbrado`,
    );
  }
}
