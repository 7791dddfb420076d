import { PaymentProviderError, type ProviderFailure } from "./payment-provider.ts";

/** Converts an error of the SDK. Its own messages may quote what was sent, so only the status is used. */
export function toProviderError(error: unknown): PaymentProviderError {
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status !== "number" || status === 0) return new PaymentProviderError("TEMPORARY", "no HTTP status");
  return new PaymentProviderError(failureOf(status), `status ${status}`);
}

function failureOf(status: number): ProviderFailure {
  if (status === 401 || status === 403) return "CONFIG";
  if (status === 404) return "NOT_FOUND";
  if (status === 409 || status === 423 || status === 424 || status === 429 || status >= 500) return "TEMPORARY";
  // Mercado Pago also answers 400 and 422 if the state of the payment does not allow the call.
  return status === 400 || status === 422 ? "INVALID_STATE" : "BAD_REQUEST";
}
