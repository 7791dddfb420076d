/**
 * A mistake that is made in one place of the shop's code, and that a storm must detect. A storm runs a whole shop under
 * faults and load, and then checks every invariant (decision 44).
 */
export interface Mutant {
  name: string;
  /** The path in the repository. */
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
}

/** One mutant for each kind of serious mistake, such as a missing lock, a missing guard or a retry without a key. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "pieces are taken without the lock on their sizes",
    file: "src/server/cart/reserve.sql.ts",
    find: "ORDER BY size.id FOR NO KEY UPDATE\n), cart_counts",
    replace: "ORDER BY size.id\n), cart_counts",
  },
  {
    name: "a cart that changed since it was read is ordered",
    file: "src/server/checkout/place-order.ts",
    find: "state = 'active' AND version = ${cart.version} AND expires_at > ${SHOPPING_NOW}",
    replace: "state = 'active' AND expires_at > ${SHOPPING_NOW}",
  },
  {
    name: "an order's sale is not among the movements of its sizes",
    file: "src/server/checkout/place-order.ts",
    find: "WHERE l.held > 0`",
    replace: "WHERE l.held > 9`",
  },
  {
    name: "the email of every third order is not queued with it",
    file: "src/server/checkout/place-order.ts",
    find: "FROM placed`})\n    SELECT exceeded_cap",
    replace: "FROM placed WHERE reference % 3 > 0`})\n    SELECT exceeded_cap",
  },
  {
    name: "a repeated checkout does not find its order",
    file: "src/server/checkout/check-out.ts",
    find: 'return isSameCall ? { orderId: order.id } : refuse("cart_not_active");',
    replace: 'return isSameCall && false ? { orderId: order.id } : refuse("cart_not_active");',
  },
  {
    name: "an expired cart gives its pieces back twice",
    file: "src/server/cart/release-expired.ts",
    find: "SET available = s.available + held.pieces",
    replace: "SET available = s.available + 2 * held.pieces",
  },
  {
    name: "expired carts are never released",
    file: "src/server/cart/release-expired.ts",
    find: "WHERE c.state = 'active' AND c.expires_at <= ${SHOPPING_NOW}",
    replace: "WHERE c.state = 'active' AND c.expires_at <= ${SHOPPING_NOW} - interval '1 day'",
  },
  {
    name: "a forged webhook is accepted",
    file: "src/server/adapters/payments/mercado-pago-webhook.ts",
    find: "if (!hasValidSignature(receivedSignature, id, requestId, timestamp, secrets))",
    replace: 'if (!hasValidSignature(receivedSignature, id, requestId, timestamp, secrets) && id === "")',
  },
  {
    name: "the amount of a payment is not stored as the provider says",
    file: "src/server/order-money/queries.ts",
    find: "cents: payment.cents,\n    refunded_cents",
    replace: "cents: payment.cents + 1,\n    refunded_cents",
  },
  {
    name: "a refund is repeated without its key",
    file: "src/server/payments/refund-payment.ts",
    find: "await app.payments.refund(refund.provider_payment_id, refund.cents, refund.id);",
    replace:
      "await app.payments.refund(refund.provider_payment_id, refund.cents, crypto.randomUUID());\n    await app.payments.refund(refund.provider_payment_id, refund.cents, crypto.randomUUID());",
  },
  {
    name: "an order may be read by anybody",
    file: "src/server/orders/find-accessible-order.ts",
    find: "if (order.customer_id === access.customerId) return order;",
    replace: "if (order.id === orderId || order.customer_id === access.customerId) return order;",
  },
  {
    name: "the request of an idempotency key is not compared",
    file: "src/server/http/idempotency.ts",
    find: "if (storedRow && !storedRow.request_hash.equals(hashedCall.requestHash)) return",
    replace: "if (storedRow && storedRow.request_hash.length === 0) return",
  },
  {
    name: "the jobs of a worker that ended are never released",
    file: "src/server/jobs/leases.ts",
    find: "ELSE r.expires_at <= clock_timestamp() END\n    HAVING",
    replace: "ELSE r.expires_at <= clock_timestamp() - interval '1 day' END\n    HAVING",
  },
  {
    name: "commits do not wait for the disk",
    file: "src/server/db/connect.ts",
    find: '  "timezone=UTC",\n  // Notices',
    replace: '  "timezone=UTC",\n  "synchronous_commit=off",\n  // Notices',
  },
  {
    name: "a 503 has no Retry-After",
    file: "src/server/http/problems.ts",
    find: '...(status === 503 && { "Retry-After": RETRY_AFTER_SECONDS }),',
    replace: "",
  },
  {
    name: "a transient database error is answered as 500",
    file: "src/server/http/problems.ts",
    find: "if (code && TRANSIENT_CODES.test(code)) return true;",
    replace: "",
  },
  {
    name: "the pieces of a cancelled order stay out of stock",
    file: "src/server/orders/order-pieces.ts",
    find: "SET available = s.available + pieces.held FROM pieces",
    replace: "SET available = s.available + 0 * pieces.held FROM pieces",
  },
  {
    name: "the use of a coupon is not counted",
    file: "src/server/checkout/check-out.ts",
    find: "(code === null && promotion.perCustomer === null",
    replace: "(promotion.perCustomer === null",
  },
  {
    name: "a discount is not stored with its line",
    file: "src/server/checkout/order-columns.ts",
    find: "discount_cents: discounts.get(line.sizeId) ?? 0,",
    replace: "discount_cents: 0,",
  },
  {
    name: "the online fee is not rounded as the rule says",
    file: "src/domain/online-fee.ts",
    find: "return divideHalfAwayFromZero(\n    (total * rate",
    replace: "return 1 + divideHalfAwayFromZero(\n    (total * rate",
  },
];
