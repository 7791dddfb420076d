import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../../domain/refusal.ts";
import { approveReturn } from "../../../server/returns/answer-return.ts";
import { requestReturn } from "../../../server/returns/request-return.ts";
import { deliveredOrder } from "../../../server/testing/delivered-order.ts";
import { openTestOffice, type TestOffice } from "../../../server/testing/test-office.ts";
import { withoutIds } from "../../../server/testing/without-ids.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

test("the warehouse sees returns without their money, also not in the pages' data", async () => {
  const shipped = await deliveredOrder(office, { lines: [{ priceCents: 717_31, pieces: 1 }] });
  const { sizeId } = shipped.sizes[0]!;
  const line = { sizeId, pieces: 1, reason: "UNWANTED", wish: "REFUND", newSizeId: null } as const;
  const by = { memberId: null, name: "prueba", ip: null };
  const input = { orderId: shipped.order.id, lines: [line], note: "", clabe: null, by };
  const requested = await requestReturn(office.app, await office.findShop(), input);
  if (isRefusal(requested)) throw new Error(requested.refused);
  await approveReturn(office.app, requested.id, { answer: "", guide: "", by });
  for (const path of ["/panel/devoluciones", `/panel/devoluciones/${requested.id}`]) {
    expect((await office.visit(path, { as: "owner" })).text).toContain("$717.31");
    for (const page of [path, `${path}.data`]) {
      const { status, text } = await office.visit(page, { as: "warehouse" });
      expect(status).toBe(200);
      expect(text).toContain("Playera de prueba");
      expect(withoutIds(text)).not.toMatch(/\b717\.?31\b/);
    }
  }
});
