import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openLog } from "../../log.ts";
import { FINKOK_ACCOUNT, openTestFinkok, type FinkokFailure, type TestFinkok } from "../../testing/finkok.ts";
import { cancellationOf, sealed, SHORT } from "../../testing/pac.ts";
import { FinkokPac, type FinkokConfig } from "./finkok.ts";
import type { StampAnswer } from "./pac.ts";
import type { Timeouts } from "./pac-client.ts";

let service: TestFinkok;
beforeAll(async () => {
  service = await openTestFinkok();
});
afterAll(() => service.close());
beforeEach(() => {
  service.answersStampedBefore = true;
  service.asked.length = 0;
});

function finkok(change: Partial<FinkokConfig> = {}, timeouts: Partial<Timeouts> = {}): FinkokPac {
  return new FinkokPac({
    url: service.url,
    credentials: FINKOK_ACCOUNT,
    isSandbox: true,
    log: openLog("silent"),
    timeouts: { ...SHORT, ...timeouts },
    ...change,
  });
}

function xmlOf(answer: StampAnswer): string {
  if (answer.outcome !== "stamped") throw new Error(JSON.stringify(answer));
  return answer.xml;
}

describe("a stamp", () => {
  test("comes back on the very document, its texts escaped once", async () => {
    const invoice = sealed();
    expect(invoice.xml).toContain("HERRERIA &amp; ELECTRICOS");
    expect(xmlOf(await finkok().stamp(invoice))).toContain("HERRERIA &amp; ELECTRICOS");
    expect(service.asked).toEqual(["stamp"]);
  });

  test.each([
    [true, ["stamp"], "with the answer"],
    [false, ["stamp", "stamped"], "fetched"],
  ])("given before is the same one (%s): %j, %s", async (comesWith, asked, _how) => {
    const invoice = sealed();
    const first = xmlOf(await finkok().stamp(invoice));
    service.answersStampedBefore = comesWith;
    service.asked.length = 0;
    expect(xmlOf(await finkok().stamp({ ...invoice, attemptId: randomUUID() }))).toBe(first);
    expect(service.asked).toEqual(asked);
  });

  test.each<FinkokFailure>(["500", "cut", "fault", "html", "708", "after"])(
    "after one failure (%s) comes with the next call, once",
    async (failure) => {
      const before = service.kept.length;
      service.failNext(failure);
      expect((await finkok().stamp(sealed())).outcome).toBe("stamped");
      expect(service.kept).toHaveLength(before + 1);
    },
  );

  test.each<FinkokFailure>(["500", "cut", "fault", "html", "708"])(
    "of one that only fails (%s) is unknown",
    async (failure) => {
      service.failNext(failure, failure, failure);
      expect((await finkok().stamp(sealed())).outcome).toBe("unknown");
      expect(service.asked).toHaveLength(3);
    },
  );

  test("of one that never answers is unknown", async () => {
    service.failNext("hang");
    const answer = await finkok({}, { callMs: 500, calls: 1 }).stamp(sealed());
    expect(answer).toEqual({ outcome: "unknown", reason: "no answer in time" });
  });

  test.each<FinkokFailure>(["CFDI40145", "705"])(
    "that SAT's rules forbid is refused with the rule: %s",
    async (code) => {
      service.failNext(code);
      expect(await finkok().stamp(sealed())).toEqual({ outcome: "refused", code, message: `Mensaje de ${code}` });
    },
  );

  test("for a wrong password is unknown, and not asked for again at once", async () => {
    const pac = finkok({ credentials: { ...FINKOK_ACCOUNT, password: "otra" } });
    expect(await pac.stamp(sealed())).toEqual({ outcome: "unknown", reason: "credentials refused" });
    expect(service.asked).toEqual(["stamp"]);
  });
});

describe("a cancellation", () => {
  test("is signed here, taken, and seen by SAT", async () => {
    const wish = cancellationOf(xmlOf(await finkok().stamp(sealed())));
    expect(await finkok().standing(wish)).toEqual({ standing: "live" });
    expect(await finkok().cancel(wish)).toEqual({ outcome: "received", receipt: "<Acuse>201</Acuse>" });
    expect(await finkok().standing(wish)).toEqual({ standing: "cancelled" });
    expect(await finkok().cancel(wish)).toEqual({ outcome: "received", receipt: "<Acuse>202</Acuse>" });
  });

  test("whose answer is lost is asked for again", async () => {
    const wish = cancellationOf(xmlOf(await finkok().stamp(sealed())));
    service.failNext("after");
    expect(await finkok().cancel(wish)).toMatchObject({ outcome: "received" });
  });

  test("of one that nobody stamped is refused, and not found", async () => {
    const wish = { ...cancellationOf(xmlOf(await finkok().stamp(sealed()))), uuid: randomUUID().toUpperCase() };
    expect(await finkok().cancel(wish)).toMatchObject({ outcome: "refused", code: "205" });
    expect(await finkok().standing(wish)).toEqual({ standing: "not_found" });
  });

  test("that another than the issuer signs is refused", async () => {
    const wish = cancellationOf(xmlOf(await finkok().stamp(sealed())), { issuerRfc: "IIA040805DZ4" });
    expect(await finkok().cancel(wish)).toMatchObject({ outcome: "refused", code: "303" });
  });
});
