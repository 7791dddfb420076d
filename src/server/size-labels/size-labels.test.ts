import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LABEL_SHEETS, LABEL_SHEET_KEYS } from "../../domain/size-label-sheet.ts";
import { ownCodeOf } from "../../domain/scanned-code.ts";
import { newId } from "../db/new-id.ts";
import { receiveDelivery } from "../stock/deliveries.ts";
import { hasProgram, runProgram } from "../testing/external-validators.ts";
import { createTestSize, type TestSize } from "../testing/test-size.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { drawSizeLabels, MAX_LABELS, type LabelToPrint } from "./draw-size-labels.ts";
import { listLabelPrices, listLabelSizes } from "./list-label-sizes.ts";

const LABEL: LabelToPrint = {
  sizeId: "01973f2c-5b1a-7c3d-9e4f-00a1b2c3d4e5",
  sku: null,
  gtin: null,
  name: "Vestido midi plisado de tirantes con cinturón forrado y bolsas",
  color: "Azul marino",
  sizeName: "M",
  copies: 1,
  priceCents: 1_299_00,
};
const draw = async (labels: readonly LabelToPrint[], sheet: keyof typeof LABEL_SHEETS = "avery-5160", start = 1) => {
  const pdf = await drawSizeLabels(labels, { sheet: LABEL_SHEETS[sheet], start, shopName: "Escaparate" });
  if (!(pdf instanceof Uint8Array)) throw new Error(pdf.refused);
  return pdf;
};

describe("the PDF of labels (rule CODE-5)", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "labels-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const canScan = hasProgram("pdftoppm") && hasProgram("zbarimg");
  test.skipIf(!canScan).each(LABEL_SHEET_KEYS)(
    "%s: zbarimg reads EAN-13, UPC, an SKU and our own code (skipped without zbarimg)",
    async (sheet) => {
      const codes = [
        { sku: "FAL-001-M", gtin: "7501031311309", scanned: "EAN-13:7501031311309" },
        { sku: null, gtin: "036000291452", scanned: "EAN-13:0036000291452" },
        { sku: "FAL-001 x/2345", gtin: null, scanned: "CODE-128:FAL-001 x/2345" },
        { sku: null, gtin: null, scanned: `CODE-128:${ownCodeOf(LABEL.sizeId)}` },
      ];
      const file = path.join(folder, `${sheet}.pdf`);
      writeFileSync(
        file,
        await draw(
          codes.map((code) => ({ ...LABEL, ...code })),
          sheet,
        ),
      );
      runProgram("pdftoppm", ["-r", "300", "-png", file, path.join(folder, sheet)]);
      const pages = runProgram("sh", ["-c", `ls "${folder}"/${sheet}*.png`])
        .toString()
        .trim()
        .split("\n");
      const scannedCodes = pages.flatMap((page) =>
        runProgram("zbarimg", ["-q", "-Sisbn10.disable", "-Sisbn13.disable", page]).toString().trim().split("\n"),
      );
      expect(scannedCodes.toSorted()).toEqual(codes.map((code) => code.scanned).toSorted());
    },
  );

  test("every copy has a label, and a partly used sheet starts at its first free position", async () => {
    const countPages = async (copies: number, start: number) =>
      (await getDocumentProxy(await draw([{ ...LABEL, copies }], "avery-5160", start))).numPages;
    expect(await countPages(30, 1)).toBe(1);
    expect(await countPages(31, 1)).toBe(2);
    expect(await countPages(30, 2)).toBe(2);
    expect(await countPages(1, 30)).toBe(1);
  });

  test("a label has name, size, colour, price and code", async () => {
    const { text } = await extractText(
      await getDocumentProxy(await draw([{ ...LABEL, name: "Falda", sku: "FAL-1" }])),
      {
        mergePages: true,
      },
    );
    for (const part of ["Falda", "Talla M", "Azul marino", "$1,299.00", "FAL-1"]) expect(text).toContain(part);
  });

  test.each([
    [0, 1, "labels_none"],
    [MAX_LABELS + 1, 1, "labels_many"],
    [1, 0, "label_start"],
    [1, 31, "label_start"],
  ])("%i labels from position %i are refused: %s", async (copies, start, refused) => {
    const options = { sheet: LABEL_SHEETS["avery-5160"], start, shopName: "Escaparate" };
    expect(await drawSizeLabels([{ ...LABEL, copies }], options)).toEqual({ refused });
  });
});

describe("the sizes to label", () => {
  let testApp: TestApp;
  let size: TestSize;
  beforeAll(async () => {
    testApp = await startTestApp();
    size = await createTestSize(testApp.app, { pieces: 4, priceCents: 250_00 });
  });
  afterAll(() => testApp.stop());

  test("are a product's sizes with the available pieces, or a delivery's sizes with the received pieces", async () => {
    const deliveryId = newId();
    const movements = [{ sizeId: size.sizeId, pieces: 3 }];
    await receiveDelivery(
      testApp.app,
      { id: deliveryId, reason: "x", movements },
      { memberId: null, name: "x", ip: null },
    );
    const expected = { sizeId: size.sizeId, name: "Playera de prueba", color: "Rojo", sizeName: "M" };
    expect(await listLabelSizes(testApp.app.db, { productIds: [size.productId] }, "all")).toMatchObject([
      { ...expected, pieces: 7 },
    ]);
    expect(await listLabelSizes(testApp.app.db, { deliveryId }, "all")).toMatchObject([{ ...expected, pieces: 3 }]);
    expect(await listLabelSizes(testApp.app.db, { sizeIds: [size.sizeId, "x"] }, "all")).toHaveLength(1);
  });

  test("have the shop's price, and exclude local products of other shops", async () => {
    const shop = await testApp.findShop();
    expect(await listLabelPrices(testApp.app.db, shop, [size.productId])).toEqual(new Map([[size.productId, 250_00]]));
    await sql`UPDATE products SET is_local = true WHERE id = ${size.productId}`.execute(testApp.app.db);
    expect(await listLabelSizes(testApp.app.db, { productIds: [size.productId] }, [shop.id])).toEqual([]);
  });
});
