import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { SHOP_COLORS } from "../../domain/shop-colors.ts";
import { checkOut } from "../checkout/check-out.ts";
import { requestPasswordReset } from "../sign-in/request-password-reset.ts";
import { moveOrder } from "../orders/move-order.ts";
import { addShop } from "../shops/add-shop.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { createTestSize } from "../testing/test-size.ts";
import { createTestCart, createTestGuest, makeCheckoutInput } from "../testing/checkout-fixtures.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => void (testApp = await startTestApp({ PUBLIC_URL: "https://matriz.mx", ALLOW_SANDBOX: "1" })));
afterAll(() => testApp.stop());

test("a branch's emails have its own name and color, and links to its own host", async () => {
  const { app } = testApp;
  const norte = await testApp.findShop("norte");
  const sur = await addShop(app, { key: "sur", name: "Casa Sur", host: "sur.mx", color: "pink", copyFrom: norte });
  if (isRefusal(sur)) throw new Error(sur.refused);
  const email = `${crypto.randomUUID()}@ejemplo.mx`;
  const guest = await createTestGuest(app, sur, email);
  const size = await createTestSize(app, { pieces: 1 });
  const cart = await createTestCart(app, sur, [{ ...size, pieces: 1 }]);
  const placedOrder = await checkOut(app, sur, guest.customerId, makeCheckoutInput(cart, guest));
  if (isRefusal(placedOrder)) throw new Error(placedOrder.refused);
  // The email's job runs without a request, so it has no host.
  const transition = { actor: "prueba", reason: "prueba" };
  expect(isRefusal(await moveOrder(app, placedOrder.orderId, { to: "PAYMENT_ACCEPTED", ...transition }))).toBe(false);
  await runEmailJobs(app);
  const mails = await listMailsTo(app, email);
  expect(mails).toHaveLength(2);
  for (const { sender, text, html } of mails) {
    expect(sender).toBe("Casa Sur");
    expect(text).toContain(`https://sur.mx/orders/${placedOrder.orderId}`);
    expect(text).not.toContain("matriz.mx");
    expect(text.endsWith("Casa Sur\n") || text.endsWith("Casa Sur")).toBe(true);
    expect(html).toContain(SHOP_COLORS.pink.accent);
  }

  await requestPasswordReset(app, sur, "ana@ejemplo.mx");
  await runEmailJobs(app);
  const [resetMail] = await listMailsTo(app, "ana@ejemplo.mx");
  expect(resetMail).toMatchObject({ sender: "Casa Sur" });
  expect(resetMail!.text).toContain("https://sur.mx/reset#token=");
});
