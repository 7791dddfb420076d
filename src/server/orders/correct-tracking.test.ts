import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { TRACKING_TEMPLATES } from "../../domain/tracking-url.ts";
import { checkCarrier } from "../shipping/change-carrier.ts";
import { createUnpaidOrder } from "../testing/unpaid-orders.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { openTestOffice, type TestOffice } from "../testing/test-office.ts";
import { correctTracking } from "./correct-tracking.ts";
import { moveOrder } from "./move-order.ts";
import { findOrdersByTracking } from "./find-orders-by-tracking.ts";
import { previewTrackingList, shipListedOrders } from "./tracking-list/ship-listed-orders.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

const by = { memberId: null, name: "Bodega", ip: null };

async function placePaidOrder(email: string | null = null) {
  const order = await createUnpaidOrder(office, { email });
  const moveResult = await moveOrder(office.app, order.id, {
    to: "PAYMENT_ACCEPTED",
    actor: "prueba",
    reason: "Prueba",
  });
  if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  return order;
}

async function placeShippedOrder(trackingNumber: string, email: string | null = null) {
  const order = await placePaidOrder(email);
  const moveResult = await moveOrder(office.app, order.id, {
    to: "SHIPPED",
    actor: "prueba",
    reason: "Prueba",
    trackingNumber,
  });
  if (isRefusal(moveResult)) throw new Error(moveResult.refused);
  return order;
}

const trackingNumberOf = async (id: string) =>
  (await office.app.db.selectFrom("orders").select("tracking_number").where("id", "=", id).executeTakeFirstOrThrow())
    .tracking_number;

describe("a wrong tracking number", () => {
  test("is corrected after shipping, and the customer gets the new number and its tracking page by email", async () => {
    const template = TRACKING_TEMPLATES.Estafeta!;
    await office.app.db.updateTable("carriers").set({ tracking_url: template }).execute();
    const email = `guia.${crypto.randomUUID()}@ejemplo.mx`;
    const { id } = await placeShippedOrder("MX-MALA", email);
    await runEmailJobs(office.app);
    const firstMailTexts = (await listMailsTo(office.app, email)).map(({ text }) => text).join("\n");
    expect(firstMailTexts).toContain(template.replace("{guide}", "MX-MALA"));
    expect(await correctTracking(office.app, id, { seen: "MX-MALA", trackingNumber: "MX BUENA", by })).toBe(
      "corrected",
    );
    await runEmailJobs(office.app);
    const mail = (await listMailsTo(office.app, email))[0]!;
    expect(mail.subject).toContain("Corregimos el número de rastreo");
    expect(mail.text).toContain("MX BUENA");
    expect(mail.text).toContain(template.replace("{guide}", "MX%20BUENA"));
    expect(mail.text).not.toContain("MX-MALA");
    const page = (await office.visit(`/panel/pedidos/${id}`, { as: "warehouse" })).text;
    expect(page).toContain(`href="${template.replace("{guide}", "MX%20BUENA").replaceAll("&", "&amp;")}"`);
    expect(page).toContain("corrigió la guía");
  });

  test("the second of two concurrent corrections is refused, and a repeated one changes nothing", async () => {
    const email = `guia.${crypto.randomUUID()}@ejemplo.mx`;
    const { id } = await placeShippedOrder("UNO", email);
    const outcomes = await Promise.all(
      ["DOS", "TRES"].map((trackingNumber) => correctTracking(office.app, id, { seen: "UNO", trackingNumber, by })),
    );
    expect(outcomes.filter(isRefusal)).toEqual([{ refused: "order_changed" }]);
    const currentNumber = (await trackingNumberOf(id))!;
    expect(await correctTracking(office.app, id, { seen: currentNumber, trackingNumber: currentNumber, by })).toBe(
      "corrected",
    );
    await runEmailJobs(office.app);
    const correctionMails = (await listMailsTo(office.app, email)).filter(({ subject }) =>
      subject.includes("Corregimos"),
    );
    expect(correctionMails).toHaveLength(1);
  });

  test("that is corrected back to an earlier one is sent to the customer each time", async () => {
    const email = `guia.${crypto.randomUUID()}@ejemplo.mx`;
    const { id } = await placeShippedOrder("UNO", email);
    for (const [seen, trackingNumber] of [
      ["UNO", "DOS"],
      ["DOS", "UNO"],
      ["UNO", "DOS"],
    ] as const) {
      expect(await correctTracking(office.app, id, { seen, trackingNumber, by })).toBe("corrected");
      await runEmailJobs(office.app);
    }
    const correctionMails = (await listMailsTo(office.app, email)).filter(({ subject }) =>
      subject.includes("Corregimos"),
    );
    expect(correctionMails).toHaveLength(3);
    expect(correctionMails[0]!.text).toContain("DOS");
  });

  test("cannot be replaced by an empty one, and is corrected only after shipping, by staff who may ship", async () => {
    const input = { seen: "UNO", trackingNumber: "DOS", by };
    expect(await correctTracking(office.app, (await placePaidOrder()).id, input)).toEqual({
      refused: "move_not_allowed",
    });
    const { id } = await placeShippedOrder("UNO");
    expect(await correctTracking(office.app, id, { ...input, trackingNumber: "" })).toEqual({
      refused: "tracking_missing",
    });
    expect(await trackingNumberOf(id)).toBe("UNO");
    const form = { intent: "correctTracking", status: "SHIPPED", seenTracking: "UNO", tracking: "DOS" };
    expect((await office.visit(`/panel/pedidos/${id}`, { as: "accounting", form })).status).toBe(404);
    expect(await trackingNumberOf(id)).toBe("UNO");
    expect((await office.visit(`/panel/pedidos/${id}`, { as: "warehouse", form })).status).toBe(302);
    expect(await trackingNumberOf(id)).toBe("DOS");
  });
});

describe("the same tracking number on two orders", () => {
  test("is shown on both orders' pages to staff of their shop, and not refused", async () => {
    const [first, second] = [await placeShippedOrder("IGUAL-1"), await placeShippedOrder("IGUAL-1")];
    for (const [shownOrder, otherOrder] of [
      [first, second],
      [second, first],
    ] as const) {
      const { text } = await office.visit(`/panel/pedidos/${shownOrder.id}`, { as: "warehouse" });
      expect(text).toContain(`La misma guía está en el pedido #${otherOrder.reference}`);
    }
    expect(await findOrdersByTracking(office.app.db, ["IGUAL-1"], [])).toEqual(new Map());
  });

  test("is reported for each line of a list that repeats a shipped order's number or another line's number", async () => {
    const earlierOrder = await placeShippedOrder("IGUAL-2");
    const [first, second, third] = [await placePaidOrder(), await placePaidOrder(), await placePaidOrder()];
    const toListLine = (order: { reference: number }, trackingNumber: string, lineNumber: number) => {
      return { lineNumber, reference: order.reference, trackingNumber, carrier: null };
    };
    const lines = [toListLine(first, "IGUAL-2", 1), toListLine(second, "IGUAL-2", 2), toListLine(third, "OTRA", 3)];
    const expected = [[second.reference, earlierOrder.reference], [first.reference, earlierOrder.reference], []].map(
      (references) => references.toSorted((a, b) => a - b),
    );
    const preview = await previewTrackingList(office.app.db, lines, "all");
    expect(preview.map(({ ordersWithSameTracking }) => ordersWithSameTracking)).toEqual(expected);
    const shipResults = await shipListedOrders(office.app, lines, "all", by);
    expect(shipResults.map(({ outcome }) => outcome)).toEqual(["sent", "sent", "sent"]);
    expect(shipResults.map(({ ordersWithSameTracking }) => ordersWithSameTracking)).toEqual(expected);
  });

  test("is reported when several orders are shipped together", async () => {
    const [first, second] = [await placePaidOrder(), await placePaidOrder()];
    const form: [string, string][] = [first, second].flatMap(({ reference }): [string, string][] => [
      ["pedido", String(reference)],
      [`guia-${reference}`, "IGUAL-3"],
    ]);
    const path = `/panel/pedidos/varios?acto=ship&pedido=${first.reference}&pedido=${second.reference}`;
    const { text } = await office.visit(path, { as: "warehouse", form });
    expect(text).toContain("Hay guías repetidas");
    expect(text).toContain("2 pedidos listos");
  });
});

test("a carrier's tracking page is an https URL with a placeholder for the number, or none", () => {
  const fields = {
    name: "Estafeta",
    description: "",
    priceCents: 99_00,
    insuranceRateBps: null,
    maxPieces: null,
    pieceCents: null,
    alertText: null,
  };
  for (const trackingUrl of [null, TRACKING_TEMPLATES.DHL!]) {
    expect(checkCarrier({ ...fields, trackingUrl })).toMatchObject({ trackingUrl });
  }
  for (const trackingUrl of ["http://x.mx/{guide}", "https://x.mx/", "javascript:{guide}"]) {
    expect(checkCarrier({ ...fields, trackingUrl })).toMatchObject({ refused: "bad_carrier", field: "trackingUrl" });
  }
});
