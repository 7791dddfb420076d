-- Recent sales: orders by the time of their payment.
CREATE INDEX order_events_paid ON order_events (at) WHERE to_status = 'PAYMENT_ACCEPTED';
