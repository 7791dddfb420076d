import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readWebhook } from "./mercado-pago-webhook.ts";

const SECRET = "secreto";
const OLD_SECRET = "secreto anterior";
const TIMESTAMP_IN_SECONDS = "1763755200";
const TIMESTAMP_IN_MILLISECONDS = "1763755200123";

interface Delivery {
  id: string;
  /** The id that was signed. Senders may spell it differently there. */
  signedId: string;
  requestId: string;
  ts: string;
  secret: string;
  type: string;
}

const sign = ({ signedId, requestId, ts, secret }: Delivery): string =>
  createHmac("sha256", secret).update(`id:${signedId};request-id:${requestId};ts:${ts};`).digest("hex");

function makeDeliveryRequest(
  changes: Partial<Delivery> = {},
  signature = (ts: string, v1: string) => `ts=${ts},v1=${v1}`,
) {
  const fields = {
    id: "135859802741",
    requestId: "r-1",
    ts: TIMESTAMP_IN_SECONDS,
    secret: SECRET,
    type: "payment",
    ...changes,
  };
  const delivery: Delivery = { signedId: fields.id, ...fields };
  return {
    query: new URLSearchParams({ "data.id": delivery.id, type: delivery.type }),
    headers: new Headers({
      "x-request-id": delivery.requestId,
      "x-signature": signature(delivery.ts, sign(delivery)),
    }),
  };
}

const paymentWebhook = { kind: "payment", paymentId: "135859802741", webhookId: "r-1" };

describe("a signed delivery", () => {
  test.each([
    ["with a timestamp in seconds", makeDeliveryRequest()],
    ["with a timestamp in milliseconds", makeDeliveryRequest({ ts: TIMESTAMP_IN_MILLISECONDS })],
    ["from long ago", makeDeliveryRequest({ ts: "1000000000" })],
    ["with spaces", makeDeliveryRequest({}, (ts, v1) => `ts=${ts}, v1=${v1}`)],
    ["with its parts in another order", makeDeliveryRequest({}, (ts, v1) => `v1=${v1},ts=${ts}`)],
    ["with unknown parts", makeDeliveryRequest({}, (ts, v1) => `v0=abc,ts=${ts},  v1=${v1},v2=x`)],
    ["with extra commas", makeDeliveryRequest({}, (ts, v1) => `,ts=${ts},,v1=${v1},`)],
  ])("%s is accepted", (_, request) => {
    expect(readWebhook(request, [SECRET])).toEqual(paymentWebhook);
  });

  test.each([
    ["the new secret", SECRET, [SECRET, OLD_SECRET]],
    ["the old secret, while both are valid", OLD_SECRET, [SECRET, OLD_SECRET]],
    ["the old secret, listed first", OLD_SECRET, [OLD_SECRET, SECRET]],
  ])("signed with %s is accepted", (_, secret, secrets) => {
    expect(readWebhook(makeDeliveryRequest({ secret }), secrets)).toEqual(paymentWebhook);
  });

  test.each([
    ["as it was sent", "ABC1"],
    ["in lower case", "abc1"],
  ])("with an id that was signed %s is valid, and ignored because it is no payment's id", (_, signedId) => {
    expect(readWebhook(makeDeliveryRequest({ id: "ABC1", signedId }), [SECRET])).toEqual({
      kind: "ignored",
      reason: "id",
    });
  });

  test.each([
    ["about something else", makeDeliveryRequest({ type: "topic_claims_integration_wh" }), "type"],
    ["with an invalid payment id", makeDeliveryRequest({ id: "12a" }), "id"],
    ["with a payment id that is too long", makeDeliveryRequest({ id: "1".repeat(21) }), "id"],
    ["with a request id that is too long", makeDeliveryRequest({ requestId: "r".repeat(201) }), "id"],
  ])("%s is ignored", (_, request, reason) => {
    expect(readWebhook(request, [SECRET])).toEqual({ kind: "ignored", reason });
  });
});

describe("a forged delivery", () => {
  const zeros = "0".repeat(64);
  test.each([
    ["signed with another secret", makeDeliveryRequest({ secret: "otro" }), "signature"],
    ["signed with an empty secret", makeDeliveryRequest({ secret: "" }), "signature"],
    ["signed for another payment", makeDeliveryRequest({ signedId: "1" }), "signature"],
    ["with a made-up signature", makeDeliveryRequest({}, (ts) => `ts=${ts},v1=${zeros}`), "signature"],
    ["with another timestamp", makeDeliveryRequest({}, (_, v1) => `ts=1763755201,v1=${v1}`), "signature"],
    ["without a timestamp", makeDeliveryRequest({}, (_, v1) => `v1=${v1}`), "unsigned"],
    ["without a signature", makeDeliveryRequest({}, (ts) => `ts=${ts}`), "unsigned"],
    ["with a short timestamp", makeDeliveryRequest({ ts: "176375520" }), "unsigned"],
    ["with a short signature", makeDeliveryRequest({}, (ts, v1) => `ts=${ts},v1=${v1.slice(1)}`), "unsigned"],
    ["with a long signature", makeDeliveryRequest({}, (ts, v1) => `ts=${ts},v1=${v1}0`), "unsigned"],
    ["with a hash in capitals", makeDeliveryRequest({}, (ts, v1) => `ts=${ts},v1=${v1.toUpperCase()}`), "unsigned"],
    ["with the signature under another name", makeDeliveryRequest({}, (ts, v1) => `ts=${ts},xv1=${v1}`), "unsigned"],
  ])("%s is refused", (_, request, reason) => {
    expect(readWebhook(request, [SECRET])).toEqual({ kind: "forged", reason });
  });

  test("with multi-byte characters as its signature is refused without an error", () => {
    // A server passes UTF-8 in a header as one Latin-1 character per byte.
    for (const v1 of ["ñ".repeat(32), "ñ".repeat(64), `${"a".repeat(63)}é`]) {
      const headerValue = Buffer.from(v1).toString("latin1");
      const request = makeDeliveryRequest({}, (ts) => `ts=${ts},v1=${headerValue}`);
      expect(readWebhook(request, [SECRET])).toEqual({ kind: "forged", reason: "unsigned" });
    }
  });

  test.each(["data.id", "x-request-id", "x-signature"])("without its %s is refused", (parameterOrHeader) => {
    const request = makeDeliveryRequest();
    request.query.delete(parameterOrHeader);
    request.headers.delete(parameterOrHeader);
    expect(readWebhook(request, [SECRET]).kind).toBe("forged");
  });

  test("is refused whatever its signature, if there is no secret", () => {
    expect(readWebhook(makeDeliveryRequest(), [])).toEqual({ kind: "forged", reason: "signature" });
    expect(readWebhook(makeDeliveryRequest({ secret: "" }), [])).toEqual({ kind: "forged", reason: "signature" });
  });
});

test("the older kind (IPN) is ignored, even with a valid signature", () => {
  expect(readWebhook({ query: new URLSearchParams("topic=payment&id=1"), headers: new Headers() }, [SECRET])).toEqual({
    kind: "ignored",
    reason: "ipn",
  });
  const signedIpn = makeDeliveryRequest();
  signedIpn.query.set("topic", "merchant_order");
  expect(readWebhook(signedIpn, [SECRET])).toEqual({ kind: "ignored", reason: "ipn" });
});
