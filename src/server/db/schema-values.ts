import type { ShippingBox } from "../../domain/shipping-box.ts";
import type { OrderChange } from "../../domain/order-status.ts";
import type { PromotionRule } from "../../domain/promotion.ts";
import type { PromotionScope } from "../../domain/promotion-terms.ts";
import type { OrderFlag } from "../../domain/payment.ts";
import type { LineChange } from "../../domain/edit-order.ts";
import type { Grant } from "../../domain/staff-permissions.ts";
import type { LegalSection } from "../../domain/legal-text.ts";
import type { Measure } from "../../domain/size-guide.ts";
import type { TaxRow } from "../../domain/invoice-amounts.ts";

/** What a check found, as `audit_runs` stores it. */
export interface AuditFinding {
  name: string;
  /** The check's invariant. The stored field keeps its earlier name. */
  promise: string;
  violations: number;
  examples: string[];
}

/** A quote of a provider of labels, as `carrier_quotes` stores it. */
interface StoredQuote {
  carrier: string;
  service: string;
  label: string;
  priceCents: number;
  days: number | null;
  rateId?: string;
}

/** The result of comparing the orders with the provider's payments after a restore. */
export interface PaymentComparison {
  checked: number;
  /** False if the provider has more payments than it lists. */
  isComplete: boolean;
  /** The number of payments that changed an order here. */
  credited: number;
  /** Payments of orders that the restore lost. */
  lost: {
    id: string;
    /** The id of the lost order. */
    orderRef: string;
    cents: number;
    refundedCents: number;
    /** The provider's own name of the status. */
    status: string;
    createdAt: string;
  }[];
}

/** The result of comparing the invoices with the XML files that staff downloaded from SAT after a restore. */
export interface InvoiceComparison {
  checked: number;
  /** Whether the owner declared that there are no files to compare. */
  isDeclared: boolean;
  /** The files that match no invoice here. Without a UUID, a file is not a stamped invoice. */
  unknown: { name: string; uuid?: string; kind?: string; folio?: string; receiverRfc?: string; total?: string }[];
}

/**
 * Values that `generate-schema.ts` cannot read from the database: the shape of each JSON column, and texts whose values
 * no plain `CHECK (… IN (…))` lists.
 * `schema.ts` refers to them, and adds whether the column is nullable, has a default, or is written as JSON text.
 */
export interface ColumnValues {
  "assisted_actions.target": object;
  "audit_runs.results": AuditFinding[];
  "bulk_edits.previous_values": object[];
  "change_log.after": object | string | number | boolean;
  "change_log.before": object | string | number | boolean;
  "home_previews.sections": object[];
  "import_rows.product": object;
  "invoices.receiver": object;
  "own_invoice_requests.receiver": object;
  "carrier_quotes.quotes": StoredQuote[];
  "invoices.taxes": TaxRow[];
  "invoices.returned_lines": { line: number; pieces: number }[];
  "label_purchases.box": ShippingBox;
  "legal_text_versions.sections": LegalSection[];
  "legal_texts.sections": LegalSection[];
  "order_events.change": OrderChange;
  "order_edits.inputs": object;
  "order_edits.changes": LineChange[];
  "order_flags.flag": OrderFlag;
  "order_snapshots.inputs": object;
  "order_discounts.cents_by_size_id": Record<string, number>;
  "orders.address": object;
  "product_cards.card": object;
  "product_cards.picture": object;
  "promotions.rule": PromotionRule;
  "promotions.scope": PromotionScope;
  "restores.invoice_comparison": InvoiceComparison;
  "restores.payment_comparison": PaymentComparison;
  "products.composition": { fiber: string; percent: number }[];
  "payment_refunds.state": "ASKED" | "DONE" | "FAILED" | "WITHDRAWN";
  "sandbox_emails.attachments": object[];
  "sent_mails.payload": Record<string, unknown>;
  "size_guides.measures": Measure[];
  "shops.banners": object[];
  "shops.chat": object;
  "shops.messages": object[];
  "shops.settings": object;
  "shops.terms": object;
  "staff_invitations.roles": Grant[];
}
