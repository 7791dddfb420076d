import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../../domain/refusal.ts";
import { approveReturn } from "../../../server/returns/answer-return.ts";
import { requestReturn } from "../../../server/returns/request-return.ts";
import { createTestOrder } from "../../../server/testing/test-order.ts";
import { openTestOffice, type TestOffice } from "../../../server/testing/test-office.ts";
import { withoutIds } from "../../../server/testing/without-ids.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

test("the warehouse sees returns without amounts, on the pages and in their data", async () => {
  const setup = await createTestOrder(office, { lines: [{ priceCents: 717_31, pieces: 1 }] });
  const { sizeId } = setup.sizes[0]!;
  const line = { sizeId, pieces: 1, reason: "UNWANTED", wish: "REFUND", newSizeId: null } as const;
  const by = { memberId: null, name: "prueba", ip: null };
  const input = { orderId: setup.order.id, lines: [line], note: "", clabe: null, by };
  const requestedReturn = await requestReturn(office.app, await office.findShop(), input);
  if (isRefusal(requestedReturn)) throw new Error(requestedReturn.refused);
  await approveReturn(office.app, requestedReturn.id, { answer: "", guide: "", by });
  for (const path of ["/panel/devoluciones", `/panel/devoluciones/${requestedReturn.id}`]) {
    expect((await office.visit(path, { as: "owner" })).text).toContain("$717.31");
    for (const page of [path, `${path}.data`]) {
      const { status, text } = await office.visit(page, { as: "warehouse" });
      expect(status).toBe(200);
      expect(text).toContain("Playera de prueba");
      expect(withoutIds(text)).not.toMatch(/\b717\.?31\b/);
    }
  }
});
