import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openLog } from "../../log.ts";
import { FINKOK_ACCOUNT, openTestFinkok, type FinkokFailure, type TestFinkok } from "../../testing/finkok.ts";
import { cancellationOf, sealInvoice, SHORT_TIMEOUTS } from "../../testing/pac.ts";
import { FinkokPac, type FinkokConfig } from "./finkok.ts";
import type { StampAnswer } from "./pac.ts";
import type { Timeouts } from "./pac-client.ts";

let service: TestFinkok;
beforeAll(async () => {
  service = await openTestFinkok();
});
afterAll(() => service.close());
beforeEach(() => {
  service.returnsExistingStamp = true;
  service.requests.length = 0;
});

function finkok(change: Partial<FinkokConfig> = {}, timeouts: Partial<Timeouts> = {}): FinkokPac {
  return new FinkokPac({
    url: service.url,
    credentials: FINKOK_ACCOUNT,
    log: openLog("silent"),
    timeouts: { ...SHORT_TIMEOUTS, ...timeouts },
    ...change,
  });
}

function xmlOf(answer: StampAnswer): string {
  if (answer.outcome !== "stamped") throw new Error(JSON.stringify(answer));
  return answer.xml;
}

describe("a stamp", () => {
  test("is returned in the same document, whose texts are escaped once", async () => {
    const invoice = sealInvoice();
    expect(invoice.xml).toContain("HERRERIA &amp; ELECTRICOS");
    expect(xmlOf(await finkok().stamp(invoice))).toContain("HERRERIA &amp; ELECTRICOS");
    expect(service.requests).toEqual(["stamp"]);
  });

  test.each([
    ["in the same answer", true, ["stamp"]],
    ["fetched separately", false, ["stamp", "stamped"]],
  ])("of a document that was stamped before is the same, %s", async (_how, isInAnswer, operations) => {
    const invoice = sealInvoice();
    const firstXml = xmlOf(await finkok().stamp(invoice));
    service.returnsExistingStamp = isInAnswer;
    service.requests.length = 0;
    expect(xmlOf(await finkok().stamp({ ...invoice, attemptId: randomUUID() }))).toBe(firstXml);
    expect(service.requests).toEqual(operations);
  });

  test.each<FinkokFailure>(["500", "cut", "fault", "html", "708", "after"])(
    "is received once after one failure (%s)",
    async (failure) => {
      const countBefore = service.documents.length;
      service.failNext(failure);
      expect((await finkok().stamp(sealInvoice())).outcome).toBe("stamped");
      expect(service.documents).toHaveLength(countBefore + 1);
    },
  );

  test.each<FinkokFailure>(["500", "cut", "fault", "html", "708"])(
    "is unknown if all calls fail (%s)",
    async (failure) => {
      service.failNext(failure, failure, failure);
      expect((await finkok().stamp(sealInvoice())).outcome).toBe("unknown");
      expect(service.requests).toHaveLength(3);
    },
  );

  test("is unknown without an answer", async () => {
    service.failNext("hang");
    const answer = await finkok({}, { callMs: 500, maxAttempts: 1 }).stamp(sealInvoice());
    expect(answer).toEqual({ outcome: "unknown", reason: "no answer in time" });
  });

  test.each<FinkokFailure>(["CFDI40145", "705"])(
    "is refused with the code and the message of the answer: %s",
    async (code) => {
      service.failNext(code);
      expect(await finkok().stamp(sealInvoice())).toEqual({ outcome: "refused", code, message: `Mensaje de ${code}` });
    },
  );

  test("is unknown with a wrong password, and not retried immediately", async () => {
    const pac = finkok({ credentials: { ...FINKOK_ACCOUNT, password: "otra" } });
    expect(await pac.stamp(sealInvoice())).toEqual({ outcome: "unknown", reason: "credentials refused" });
    expect(service.requests).toEqual(["stamp"]);
  });
});

describe("a cancellation", () => {
  test("is signed by the shop, received, and applied by SAT", async () => {
    const cancellation = cancellationOf(xmlOf(await finkok().stamp(sealInvoice())));
    expect(await finkok().getSatStatus(cancellation)).toEqual({ status: "live" });
    expect(await finkok().cancel(cancellation)).toEqual({ outcome: "received", receipt: "<Acuse>201</Acuse>" });
    expect(await finkok().getSatStatus(cancellation)).toEqual({ status: "cancelled" });
    expect(await finkok().cancel(cancellation)).toEqual({ outcome: "received", receipt: "<Acuse>202</Acuse>" });
  });

  test("is sent again if the answer is lost", async () => {
    const cancellation = cancellationOf(xmlOf(await finkok().stamp(sealInvoice())));
    service.failNext("after");
    expect(await finkok().cancel(cancellation)).toMatchObject({ outcome: "received" });
  });

  test("of an unknown invoice is refused, and the invoice is not found", async () => {
    const cancellation = {
      ...cancellationOf(xmlOf(await finkok().stamp(sealInvoice()))),
      uuid: randomUUID().toUpperCase(),
    };
    expect(await finkok().cancel(cancellation)).toMatchObject({ outcome: "refused", code: "205" });
    expect(await finkok().getSatStatus(cancellation)).toEqual({ status: "not_found" });
  });

  test("not signed by the issuer is refused", async () => {
    const cancellation = cancellationOf(xmlOf(await finkok().stamp(sealInvoice())), { issuerRfc: "IIA040805DZ4" });
    expect(await finkok().cancel(cancellation)).toMatchObject({ outcome: "refused", code: "303" });
  });
});
