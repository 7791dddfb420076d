import { afterAll, beforeAll, expect, test } from "vitest";
import { createStampedInvoice, LUCIA, refundTransfer, TEST_ACTOR } from "../testing/invoiced-order.ts";
import { Payer } from "../testing/payer.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { cancelInvoice } from "./cancel-invoice.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { exportMonth } from "./export-month.ts";
import { invoiceEarly } from "./invoice-early.ts";
import { issueComplement } from "./payment-complements.ts";
import { recordInstalment } from "../payments/record-instalment.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { findInvoice } from "./queries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("a month's files are in folders by kind, cancelled documents apart, with the acuses and an index", async () => {
  const creditedInvoice = await createStampedInvoice(server);
  await refundTransfer(server.app, creditedInvoice.orderId!, 10_00);
  await creditInvoice(server.app, creditedInvoice.id, { returnedLines: [], by: TEST_ACTOR });
  const cancelledInvoice = await createStampedInvoice(server);
  await cancelInvoice(server.app, cancelledInvoice.id, { motive: "03", by: TEST_ACTOR });
  const month = formatLocalTime(new Date(), "America/Mexico_City").slice(0, 7);
  const files = new Map<string, string>();
  const progress: string[] = [];
  for await (const { name, content } of exportMonth(
    server.app,
    await server.findShop(),
    month,
    (doneCount, totalCount) => progress.push(`${doneCount}/${totalCount}`),
  )) {
    files.set(name, Buffer.from(content).toString());
  }
  const folders = [...files.keys()].map((name) => name.split("/")[0]!);
  expect(folders.toSorted()).toEqual([
    "acuses",
    "canceladas",
    "canceladas",
    "facturas",
    "facturas",
    "index.csv",
    "notas-de-credito",
    "notas-de-credito",
  ]);
  expect(progress).toEqual(["1/3", "2/3", "3/3"]);
  const xml = [...files].find(([name]) => name.startsWith("facturas/") && name.endsWith(".xml"))![1];
  expect(xml).toBe((await findInvoice(server.app.db, creditedInvoice.id))!.xml);
  const indexCsv = files.get("index.csv")!;
  expect(indexCsv.startsWith("\uFEFFFolio fiscal,")).toBe(true);
  expect(indexCsv.trim().split("\r\n")).toHaveLength(4);
  const indexRow = indexCsv.split("\r\n").find((text) => text.startsWith(creditedInvoice.uuid!))!;
  expect(indexRow).toContain(`,${creditedInvoice.totalCents / 100},`);
  expect(indexRow).toContain(",Factura,");
  expect(indexCsv).toContain(",Cancelada,03,");
  const emptyMonthFiles: string[] = [];
  for await (const { name } of exportMonth(server.app, await server.findShop(), "2020-01")) emptyMonthFiles.push(name);
  expect(emptyMonthFiles).toEqual(["index.csv"]);
});

test("a payment complement is in its own folder, and its index row names the paid invoice", async () => {
  const order = await new Payer(server).placeOrder({ method: "TB" });
  const request = { receiver: LUCIA, email: null, mode: "later" as const, by: TEST_ACTOR };
  const invoice = await invoiceEarly(server.app, await server.findShop(), order.id, request);
  const seenCents = Math.round(order.totalPesos * 100);
  const instalmentResult = await recordInstalment(server.app, order.id, { cents: 75_50, seenCents, by: TEST_ACTOR });
  if (isRefusal(invoice) || isRefusal(instalmentResult)) throw new Error("not made");
  const complement = await issueComplement(server.app, instalmentResult.paymentId, null);
  if (isRefusal(complement)) throw new Error(complement.refused);
  const month = formatLocalTime(new Date(), "America/Mexico_City").slice(0, 7);
  const files = new Map<string, string>();
  for await (const { name, content } of exportMonth(server.app, await server.findShop(), month)) {
    files.set(name, Buffer.from(content).toString());
  }
  expect([...files.keys()].filter((name) => name.startsWith("pagos/"))).toHaveLength(2);
  const indexRow = files
    .get("index.csv")!
    .split("\r\n")
    .find((text) => text.startsWith(complement.uuid!))!;
  for (const expectedText of [",Complemento de pago,", `,${invoice.uuid},`, ",03,", ",75.5,1"])
    expect(indexRow).toContain(expectedText);
});
