import { expect, test } from "vitest";
import { verificationUrl } from "./stamp.ts";

const VERIFICATION_URL =
  "https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=5FB2822E-396D-4725-8521-CDC4BDD20CCF";
const fields = {
  uuid: "5FB2822E-396D-4725-8521-CDC4BDD20CCF",
  issuerRfc: "EKU9003173C9",
  receiverRfc: "URE180429TM6",
  seal: "TgEfSeI0j2dA/9a+NwvYaQ==",
};

test.each([
  ["1692.00", "1692.0"],
  ["862.07", "862.07"],
  ["100.50", "100.5"],
  ["0.01", "0.01"],
])("the QR code of a total of %s has tt=%s", (total, tt) => {
  expect(verificationUrl({ ...fields, total })).toBe(
    `${VERIFICATION_URL}&re=EKU9003173C9&rr=URE180429TM6&tt=${tt}&fe=NwvYaQ==`,
  );
});

test("an & in an RFC is escaped, an Ñ is not", () => {
  const url = verificationUrl({ ...fields, issuerRfc: "H&E951128469", receiverRfc: "OÑO120726RX3", total: "1.00" });
  expect(url).toBe(`${VERIFICATION_URL}&re=H&amp;E951128469&rr=OÑO120726RX3&tt=1.0&fe=NwvYaQ==`);
});
