import { expect, test } from "vitest";
import { toProviderError } from "./mercado-pago-errors.ts";

test.each([
  [400, "INVALID_STATE"],
  [401, "CONFIG"],
  [403, "CONFIG"],
  [404, "NOT_FOUND"],
  [405, "BAD_REQUEST"],
  [409, "TEMPORARY"],
  [415, "BAD_REQUEST"],
  [422, "INVALID_STATE"],
  [423, "TEMPORARY"],
  [424, "TEMPORARY"],
  [429, "TEMPORARY"],
  [500, "TEMPORARY"],
  [503, "TEMPORARY"],
])("status %i is %s", (status, failure) => {
  expect(toProviderError({ status }).failure).toBe(failure);
});

test.each([
  ["the SDK's status for no connection", { status: 0 }],
  ["a time-out", new DOMException("aborted", "TimeoutError")],
  ["a status that is not a number", { status: "500" }],
  ["an error that is null", null],
  ["a thrown text", "boom"],
])("%s may be retried", (_, error) => {
  expect(toProviderError(error).failure).toBe("TEMPORARY");
});

test("the message contains only the status, and nothing that was sent", () => {
  const providerError = toProviderError({
    status: 400,
    message: "payer.email ana@ejemplo.mx is invalid",
    cause: ["x"],
  });
  expect(providerError.message).toBe("INVALID_STATE: status 400");
  expect(providerError.cause).toBeUndefined();
});
