const COMMON_FIELDS = {
  status: "active",
  secure_thumbnail: "",
  thumbnail: "",
  deferred_capture: "does_not_apply",
  settings: [],
  additional_info_needed: [],
  financial_institutions: [],
  processing_modes: ["aggregator"],
};

/**
 * `GET /v1/payment_methods`: those of the hosted page. A real account lists its own. `min` and `max` are amounts in
 * pesos. `minutes` is the time until the money arrives.
 */
export const PAYMENT_METHODS = [
  { id: "master", name: "Mastercard", payment_type_id: "credit_card", min: 5, max: 300_000, minutes: 2_880 },
  { id: "oxxo", name: "OXXO", payment_type_id: "ticket", min: 5, max: 10_000, minutes: 1_440 },
].map(({ min, max, minutes, ...method }) => ({
  ...method,
  ...COMMON_FIELDS,
  min_allowed_amount: min,
  max_allowed_amount: max,
  accreditation_time: minutes,
}));
