-- What was sold lately: orders by the moment they were paid.
CREATE INDEX order_events_paid ON order_events (at) WHERE to_status = 'PAYMENT_ACCEPTED';
