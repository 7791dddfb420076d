import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../../../../domain/refusal.ts";
import { stageImport } from "../../../../../server/catalog/imports/stage-import.ts";
import { openTestOffice, type TestOffice } from "../../../../../server/testing/test-office.ts";
import { officePaths } from "../../../paths.ts";

let office: TestOffice;
beforeAll(async () => void (office = await openTestOffice()));
afterAll(() => office.stop());

test.each([
  [50, 0, "Renglones"],
  [51, 0, "Los primeros 50 renglones"],
  [50, 1, "50 renglones, primero los que no se pueden tomar"],
])("the page of an import of %i good and %i refused rows shows «%s»", async (goodCount, refusedCount, title) => {
  const rows = Array.from(
    { length: goodCount + refusedCount },
    (_, n) => `fila-${n},Fila ${n},${n < goodCount ? 100 : "gratis"},M,1`,
  );
  const bytes = Buffer.from(["Clave,Nombre,Precio,Talla,Piezas", ...rows].join("\n"));
  const stagedImport = await stageImport(
    office.app,
    { bytes, fileName: "productos.csv" },
    { memberId: null, name: "Vera", ip: null },
  );
  if (isRefusal(stagedImport)) throw new Error(stagedImport.refused);
  const { text } = await office.visit(officePaths.importOf(stagedImport.id), { as: "owner" });
  const titles = [...text.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, heading]) => heading);
  expect(titles).toContain(title);
});
