import { expect, test } from "vitest";
import { scrubPath } from "./scrub-path.ts";

const ID = "0190b7a5-1f6e-7c3a-9b52-4a1d5a2f0c11";

test.each([
  ["/", "/", "the front page"],
  ["/api/v1/door/scans/offline", "/api/v1/door/scans/offline", "words of our own paths and the version"],
  [`/panel/pedidos/${ID}.data?hecho=ship`, `/panel/pedidos/${ID}.data`, "an id; never the query"],
  ["https://tienda.mx/panel/pedidos/100042", "/panel/pedidos/100042", "an order's number; never the host"],
  ["/panel/preventas/x/codigos.csv", "/panel/preventas/x/codigos.csv", "a file"],
  ["/api/v1/customers/find/5598761234", "/api/v1/customers/find/*", "a phone has ten digits"],
  ["/orders/ana@ejemplo.mx", "/orders/*", "a mailbox"],
  ["/orders/ana%40ejemplo.mx", "/orders/*", "a mailbox, encoded"],
  ["/boletos/validar/door_AbCdEfGhIjKlMnOpQrStUvWx", "/boletos/validar/*", "a key"],
  ["/preventa/PRIMAVERA", "/preventa/*", "an access code"],
  [`/${"a".repeat(80)}`, "/*", "a part that is too long for a word"],
  ["/a?b=//c", "/a", "a query with slashes"],
])("%s is logged as %s: %s", (url, logged) => {
  expect(scrubPath(url)).toBe(logged);
});
