import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatMexicoTime } from "../../../../domain/mexico-time.ts";
import { listViolatedInvariants } from "../../../../server/testing/violated-invariants.ts";
import { findOrder } from "../../../../server/orders/queries.ts";
import { moveOrder } from "../../../../server/orders/move-order.ts";
import { listChanges, logChange } from "../../../../server/change-log/change-log.ts";
import { transact } from "../../../../server/db/transact.ts";
import { createOrderWithReceipt, createUnpaidOrder } from "../../../../server/testing/unpaid-orders.ts";
import { openTestOffice, type OfficeUser, type TestOffice } from "../../../../server/testing/test-office.ts";
import { withoutIds } from "../../../../server/testing/without-ids.ts";

let office: TestOffice;
beforeAll(async () => {
  office = await openTestOffice();
});
afterAll(() => office.stop());

const pathOf = (id: string) => `/panel/pedidos/${id}`;
const getPage = (id: string, as: OfficeUser) => office.visit(pathOf(id), { as });
const submitForm = (id: string, as: OfficeUser, form: Record<string, string>) => office.visit(pathOf(id), { as, form });
const today = formatMexicoTime(new Date()).slice(0, 10);
/** Posts a form with an optional file, as a browser without JavaScript does. */
async function upload(id: string, as: OfficeUser, form: Record<string, string>, proof?: string) {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.set(name, value);
  if (proof !== undefined) body.set("proof", new File([proof], "comprobante.pdf", { type: "application/pdf" }));
  const encodedBody = new Response(body);
  return office.call("POST", pathOf(id), {
    rawBody: new Uint8Array(await encodedBody.arrayBuffer()),
    headers: {
      "Content-Type": encodedBody.headers.get("content-type")!,
      Cookie: (await office.cookieOf(as))!,
      Origin: office.origin,
      "Sec-Fetch-Site": "same-origin",
    },
  });
}
const statusOf = async (id: string) => (await findOrder(office.app.db, (await office.findShop()).id, id))!.status;

describe("an order's page", () => {
  test("shows the warehouse what to pack, but no money, not even in the page's data", async () => {
    const { id } = await createOrderWithReceipt(office);
    const by = { memberId: null, name: "Marta", ip: null };
    const object = { kind: "order", id } as const;
    await transact(office.app.db, async (tx) => {
      await logChange(tx, by, { action: "order-place", object, after: { discount: { label: "Amiga", cents: 71_77 } } });
      await logChange(tx, by, { action: "return-pay-again", object, after: { refundCents: 82_88 } });
    });
    const ownerResponse = await getPage(id, "owner");
    expect(ownerResponse.text).toContain("$71.77 · Amiga");
    expect(ownerResponse.text).toContain("$82.88");
    const { grand_total_cents } = (await findOrder(office.app.db, (await office.findShop()).id, id))!;
    const total = `$${(grand_total_cents / 100).toFixed(2)}`;
    expect(ownerResponse.text).toContain(total);
    expect(ownerResponse.text).toContain("Comprobantes de transferencia");
    for (const path of [pathOf(id), `${pathOf(id)}.data`]) {
      const { status, text } = await office.visit(path, { as: "warehouse" });
      expect(status).toBe(200);
      expect(text).toContain("Playera de prueba");
      expect(text).toContain("Calle 1");
      expect(text).not.toContain(total);
      expect(withoutIds(text)).not.toMatch(/\b(?:71\.?77|82\.?88)\b/);
      expect(text).not.toMatch(/grandTotal|expectedCents|unitPrice|"figures"|Comprobantes de transferencia/);
    }
  });

  test("answers 404 for an order of another shop and for an unknown order", async () => {
    const { id } = await createUnpaidOrder(office);
    expect((await getPage(id, "branchOwner")).status).toBe(404);
    expect((await submitForm(id, "branchOwner", { intent: "reserve" })).status).toBe(404);
    const branchOrder = await createUnpaidOrder(office, { shopKey: "norte" });
    expect((await getPage(branchOrder.id, "branchOwner")).status).toBe(200);
    expect((await getPage(branchOrder.id, "branchOwner")).text).toContain("Total para la matriz");
    for (const unknownId of ["nada", "01990000-0000-7000-8000-000000000000"]) {
      expect((await getPage(unknownId, "owner")).status).toBe(404);
      expect((await submitForm(unknownId, "owner", { intent: "reserve" })).status).toBe(404);
    }
  });

  test("refuses actions that the member's role does not allow", async () => {
    const { id } = await createUnpaidOrder(office);
    const refusedActions: [OfficeUser, string][] = [
      ["sales", "confirmPayment"],
      ["sales", "refund"],
      ["sales", "ship"],
      ["accounting", "cancel"],
      ["accounting", "assist"],
      ["warehouse", "reserve"],
      ["warehouse", "payLink"],
      ["door", "note"],
    ];
    for (const [user, intent] of refusedActions) {
      expect((await submitForm(id, user, { intent, reason: "x", tracking: "MX1" })).status, `${user} ${intent}`).toBe(
        404,
      );
    }
    expect(await statusOf(id)).toBe("WAITING_PAYMENT");
    expect(await listChanges(office.app.db, "order", { id })).toEqual([]);
  });

  test("shows why the status does not allow an action, and keeps the typed values", async () => {
    const { id } = await createUnpaidOrder(office);
    const shipResponse = await submitForm(id, "owner", { intent: "ship", tracking: "MX-LO-MISMO" });
    expect(shipResponse.status).toBe(200);
    expect(shipResponse.text).toContain("ya no está donde eso se puede hacer");
    expect((await submitForm(id, "owner", { intent: "cancel", reason: "" })).text).toContain("Escribe el motivo");
    expect((await submitForm(id, "owner", { intent: "refund", reason: "x", amount: "diez" })).text).toContain(
      "Escribe pesos",
    );
    expect((await submitForm(id, "owner", { intent: "refund", reason: "x" })).text).toContain("ya no tiene dinero");
    const addressResponse = await submitForm(id, "owner", {
      intent: "changeAddress",
      street: "Durango 20",
      postalCode: "6",
    });
    expect(addressResponse.text).toContain("El código postal tiene 5 dígitos");
    expect(addressResponse.text).toContain('value="Durango 20"');
    await moveOrder(office.app, id, { to: "PAYMENT_ACCEPTED", actor: "consola", reason: "Prueba" });
    expect((await submitForm(id, "warehouse", { intent: "ship", tracking: "  " })).text).toContain(
      "Escribe el número de rastreo",
    );
    expect(await statusOf(id)).toBe("PAYMENT_ACCEPTED");
  });

  test("of two concurrent actions one is done, and the other member reads who did what", async () => {
    const { id } = await createUnpaidOrder(office);
    const form = { status: "WAITING_PAYMENT", newest: "0" };
    const [reserveResponse, cancelResponse] = await Promise.all([
      submitForm(id, "owner", { ...form, intent: "reserve" }),
      submitForm(id, "sales", { ...form, intent: "cancel", reason: "Ya no lo quiere" }),
    ]);
    expect(new Set([reserveResponse.status, cancelResponse.status])).toEqual(new Set([200, 302]));
    const refusedResponse = reserveResponse.status === 200 ? reserveResponse : cancelResponse;
    expect(refusedResponse.text).toMatch(
      /no se hizo nada\. Mientras lo veías, Persona lo (apartó sin plazo|canceló)\./,
    );
    expect(await listChanges(office.app.db, "order", { id })).toHaveLength(1);
    expect(await listViolatedInvariants(office.app)).toEqual([]);
  });

  test("serves a receipt with its type and scripts forbidden, and answers 404 in another order or shop", async () => {
    const { id, receiptId } = await createOrderWithReceipt(office);
    const { status, headers, text } = await office.visit(`${pathOf(id)}/comprobantes/${receiptId}`, {
      as: "accounting",
    });
    expect(status).toBe(200);
    expect(text).toContain("%PDF-1.4");
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const otherOrder = await createUnpaidOrder(office);
    expect((await office.visit(`${pathOf(otherOrder.id)}/comprobantes/${receiptId}`, { as: "owner" })).status).toBe(
      404,
    );
    expect((await office.visit(`${pathOf(id)}/comprobantes/${receiptId}`, { as: "branchOwner" })).status).toBe(404);
  });

  test("records a transfer refund once with its proof, and staff can withdraw it", async () => {
    const { id } = await createUnpaidOrder(office);
    await moveOrder(office.app, id, { to: "PAYMENT_ACCEPTED", actor: "consola", reason: "Prueba" });
    const { text } = await getPage(id, "accounting");
    const refundId = /value="refundTransfer".*?name="id" value="([\w-]{36})"/s.exec(text)![1]!;
    const seenCents = /name="seenCents" value="(\d+)"/.exec(text)![1]!;
    const amountFields = { intent: "refundTransfer", id: refundId, seenCents, amount: "64.90", sentOn: today };
    const completeFields = { ...amountFields, reference: "MX 77", reason: "Llegó rota" };
    const invalidResponse = await upload(id, "accounting", { ...completeFields, reference: "¿cuál?" });
    expect(invalidResponse.text).toContain("Escribe la referencia o clave de rastreo del banco");
    expect(invalidResponse.text).toContain('value="Llegó rota"');
    const tooLargeResponse = await upload(id, "accounting", completeFields, "x".repeat(5 * 1024 * 1024 + 1));
    expect(tooLargeResponse.text).toContain("El comprobante pesa demasiado");
    const fullRefundResponse = await upload(id, "accounting", {
      ...completeFields,
      amount: String(Number(seenCents) / 100),
    });
    expect(fullRefundResponse.text).toContain("Es todo lo que se pagó");
    expect(await statusOf(id)).toBe("PAYMENT_ACCEPTED");
    const proof = "%PDF-1.4\nDevolución\n%%EOF\n";
    const responses = await Promise.all([1, 2].map(() => upload(id, "accounting", completeFields, proof)));
    expect(responses.map(({ status }) => status)).toEqual([302, 302]);
    const pageResponse = await getPage(id, "accounting");
    expect(pageResponse.text).toContain("Referencia <!-- -->MX77");
    expect(pageResponse.text).toMatch(/Devuelto.*\$64\.90/s);
    expect(pageResponse.text).not.toContain("Falta");
    const proofResponse = await office.visit(`${pathOf(id)}/devoluciones/${refundId}`, { as: "accounting" });
    expect(proofResponse.headers.get("content-type")).toBe("application/pdf");
    expect((await office.visit(`${pathOf(id)}/devoluciones/${refundId}`, { as: "branchOwner" })).status).toBe(404);
    const csv = (
      await office.visit(`/panel/pedidos/exportar?q=${pageResponse.text.match(/Pedido #(\d+)/)![1]}`, { as: "owner" })
    ).text;
    const [head, row] = parse(csv, { bom: true });
    const readFigure = (name: string) => Number(row![head!.indexOf(name)]);
    expect(readFigure("Devuelto")).toBe(64.9);
    expect(readFigure("Pagado")).toBe((Number(seenCents) - 64_90) / 100);
    expect([readFigure("Falta"), readFigure("Sobra")]).toEqual([0, 0]);
    expect((await submitForm(id, "sales", { intent: "withdrawRefund", id: refundId, reason: "x" })).status).toBe(404);
    expect((await submitForm(id, "owner", { intent: "withdrawRefund", id: refundId, reason: "" })).text).toContain(
      "Escribe el motivo",
    );
    expect(
      (await submitForm(id, "owner", { intent: "withdrawRefund", id: refundId, reason: "Era otro pedido" })).status,
    ).toBe(302);
    expect((await getPage(id, "owner")).text).toContain("Era otro pedido");
    const actions = (await listChanges(office.app.db, "order", { id })).map(({ action }) => action);
    expect(actions).toEqual(["order-refund-withdrawn", "order-refund-transfer"]);
    expect(await listViolatedInvariants(office.app)).toEqual([]);
  });

  test("stores a note once even when its form is sent twice, and only its author withdraws it", async () => {
    const { id } = await createUnpaidOrder(office);
    const cookie = await office.cookieOf("warehouse");
    const { text } = await office.visit(pathOf(id), { cookie });
    const noteId = /value="note".*?name="id" value="([\w-]{36})"/s.exec(text)![1]!;
    const form = { intent: "note", id: noteId, text: "Sin bolsa\r\n<script>alert(1)</script>" };
    const noteResponse = await office.visit(pathOf(id), { cookie, form });
    expect(noteResponse.headers.get("location")).toBe(`${pathOf(id)}?hecho=note&de=${noteId}`);
    await office.visit(pathOf(id), { cookie, form });
    const notePage = await office.visit(noteResponse.headers.get("location")!, { cookie });
    expect(notePage.text).toContain("La nota quedó escrita");
    expect(notePage.text).toContain("&lt;script&gt;");
    expect(notePage.text).not.toContain("<script>alert");
    expect((await submitForm(id, "owner", { intent: "withdrawNote", id: noteId })).text).toContain(
      "Solo quien escribió una nota",
    );
    expect((await office.visit(pathOf(id), { cookie, form: { intent: "withdrawNote", id: noteId } })).status).toBe(302);
    const actions = (await listChanges(office.app.db, "order", { id })).map(({ action }) => action);
    expect(actions).toEqual(["order-note-withdrawn", "order-note"]);
  });
});

describe("a link to pay", () => {
  test("opens a guest's order for everyone who has it, and is logged", async () => {
    const { id } = await createUnpaidOrder(office);
    const { text } = await submitForm(id, "sales", { intent: "payLink" });
    const key = /\/orders\/[\w-]{36}\?key=([\w-]{43})/.exec(text)![1]!;
    const orderResponse = await office.call("GET", `/api/v1/orders/${id}?key=${key}`);
    expect(orderResponse.status).toBe(200);
    expect(text).toContain("https://wa.me/525511112222?text=Hola");
    expect((await listChanges(office.app.db, "order", { id })).map(({ action }) => action)).toEqual(["order-pay-link"]);
  });
});
