import type { JobName } from "../../../server/jobs/registry.ts";

const TASK_LABEL: Partial<Record<JobName, string>> = {
  mail_order_created: "Correo: pedido recibido",
  mail_order_moved: "Correo: cambio de un pedido",
  mail_tracking_corrected: "Correo: número de rastreo corregido",
  mail_orders_joined: "Correo: pedidos unidos",
  mail_voucher: "Correo: ficha de pago",
  mail_payment_asked: "Correo: pago pedido",
  mail_payment_reminder: "Correo: recordatorio de pago",
  mail_receipt_refused: "Correo: comprobante rechazado",
  mail_refund: "Correo: devolución",
  mail_transfer_refund: "Correo: devolución por transferencia",
  mail_transfer_refund_withdrawn: "Correo: devolución corregida",
  mail_password_reset: "Correo: contraseña nueva",
  mail_account_changed: "Correo: cuenta cambiada",
  mail_mailbox_code: "Correo: código para confirmar un correo",
  mail_waiting_asked: "Correo: lista de espera",
  mail_waiting_offer: "Correo: volvió una pieza",
  mail_invoice: "Correo: factura",
  mail_invoice_cancelled: "Correo: factura cancelada",
  mail_staff_invitation: "Correo: invitación al panel",
  mail_passkey_removed: "Correo: llave de acceso quitada",
  mail_sample: "Correo: prueba",
  warn_of_csd: "Correo: certificado por vencer",
  prepare_globals: "Preparar las facturas globales",
  remind_complements: "Correo: complementos de pago por emitir",
  process_webhook: "Consultar un pago",
  reconcile_payment: "Consultar los pagos de un pedido",
  refund_payment: "Devolver un pago",
  expire_order: "Vencer un pedido sin pago",
  cancel_pending_payments: "Cancelar pagos pendientes",
  close_checkout: "Cerrar una página de pago",
  stamp_invoice: "Timbrar una factura",
  continue_own_invoice: "Facturar un pedido que estaba en una global",
  cancel_invoice: "Cancelar una factura",
  offer_returned: "Ofrecer una pieza que volvió",
  purge_receipts: "Borrar comprobantes que ya no se guardan",
  compare_receipts: "Comparar comprobantes y archivos",
  back_up: "Respaldo",
  back_up_files: "Respaldar fotos y comprobantes",
  compare_restored_payments: "Comparar los pagos después de restaurar",
  run_audit: "Auditoría",
};

/** A job's name for staff. Internal jobs show their technical name. */
export function taskLabel(task: string): string {
  return TASK_LABEL[task as JobName] ?? task;
}
