import { describe, expect, test } from "vitest";
import { scrubUrl, scrubText } from "./scrub-url.ts";

const ORDER = "/orders/01990000-0000-7000-8000-000000000000";
const PRODUCT = "/products/01990000-0000-7000-8000-000000000000/details";

describe("what a URL shares with the analytics", () => {
  test.each([
    [`${ORDER}?key=s3cr3t&nuevo=1`, "/orders/id", "the key of an order's link is private"],
    [
      `/login?volver=${encodeURIComponent(`${ORDER}?key=s3cr3t`)}`,
      "/login",
      "the return path of a sign-in may have a key",
    ],
    [PRODUCT, PRODUCT, "a product's id identifies no person"],
    [`${PRODUCT}?code=PRIMAVERA#x`, PRODUCT, "an access code is private"],
    ["/?category=vestidos&page=2&fbclid=abc", "/?category=vestidos&page=2", "filters stay, click ids are removed"],
    ["/?brand=a&brand=b", "/?brand=a&brand=b", "all values of a filter stay"],
    ["/?utm_source=correo&gclid=x", "/?utm_source=correo", "the campaign stays"],
    ["/cart/checkout?paso=pago", "/cart/checkout?paso=pago", "the screen of the checkout stays"],
    ["/cart/checkout?su=1f0a", "/cart/checkout", "a token in the query is removed"],
    ["/recuperar/pQrStUvWxYzAbCdEfGhIjKlMnOpQrStUv", "/recuperar/id", "a token in the path is replaced"],
    ["/?searchTerm=ana%40ejemplo.mx", "/?searchTerm=%28correo%29", "an email address in the search term is replaced"],
  ])("%s is shared as %s: %s", (path, sharedPath) => {
    expect(scrubUrl(`https://tienda.mx${path}`)).toBe(`https://tienda.mx${sharedPath}`);
  });
});

test.each([
  ["vestido azul talla 28", "vestido azul talla 28"],
  ["55 1234 5678", "(número)"],
  ["+52 (55) 1234-5678 pedido", "(número) pedido"],
  ["de ana@ejemplo.mx hoy", "de (correo) hoy"],
])("«%s» is shared as «%s»", (text, sharedText) => {
  expect(scrubText(text)).toBe(sharedText);
});
