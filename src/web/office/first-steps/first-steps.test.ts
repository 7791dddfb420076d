import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRefusal } from "../../../domain/refusal.ts";
import { newId } from "../../../server/db/new-id.ts";
import { transact } from "../../../server/db/transact.ts";
import { changeShop } from "../../../server/shops/change-shop.ts";
import { findFirstSteps } from "../../../server/settings/first-steps.ts";
import { inviteFirstOwner } from "../../../server/staff/first-owner.ts";
import { acceptInvitation } from "../../../server/staff/invitations.ts";
import { openStaffSession } from "../../../server/staff/staff-sessions.ts";
import { createTestSize, type TestSize } from "../../../server/testing/test-size.ts";
import { createTestGuest } from "../../../server/testing/checkout-fixtures.ts";
import { startEmptyTestApp } from "../../../server/testing/test-app.ts";
import { serveTestApp, type TestServer } from "../../../server/testing/test-server.ts";
import { BUILD_FOLDER, buildIfNeeded } from "../../build/build-if-needed.ts";
import { loadBuiltPages } from "../../serve.ts";

const DEVICE = { ip: "127.0.0.1", userAgent: "Firefox" };
const STEPS_PATH = "/panel/primeros-pasos/matriz";

let server: TestServer;
let ownerCookie: string;
let size: TestSize;
beforeAll(async () => {
  buildIfNeeded();
  const testApp = await startEmptyTestApp({ PUBLIC_URL: "http://tienda.example", ALLOW_SANDBOX: "1" });
  server = await serveTestApp(testApp, (app) => loadBuiltPages(app, BUILD_FOLDER));
  ownerCookie = await openOwnerSession();
});
afterAll(() => server.stop());

/**
 * Accepts the invitation that the first start prints, and adds a second factor, which a live shop requires.
 * Returns the cookie of the new owner's session.
 */
async function openOwnerSession(): Promise<string> {
  const { app } = server;
  const path = await inviteFirstOwner(app);
  const key = path!.split(/[=#]/).at(-1)!;
  const memberFields = { name: "Marta", email: "marta@tienda.example", password: "una contraseña larga" };
  const acceptResult = await acceptInvitation(app, key, memberFields, DEVICE);
  if (isRefusal(acceptResult)) throw new Error(acceptResult.refused);
  const { id } = await app.db.selectFrom("staff_members").select("id").executeTakeFirstOrThrow();
  await app.db
    .insertInto("staff_second_factors")
    .values({ member_id: id, secret: Buffer.from("x"), confirmed_at: new Date() })
    .execute();
  return `panel=${await transact(app.db, (tx) => openStaffSession(tx, id, DEVICE, false))}`;
}

const getPage = (path: string, cookie = ownerCookie) => server.call("GET", path, { headers: { Cookie: cookie } });
const submitIntent = (intent: string) =>
  server.call("POST", STEPS_PATH, {
    rawBody: new URLSearchParams({ intent }).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      Origin: server.app.config.publicUrl!,
      Cookie: ownerCookie,
    },
  });
const changeSettings = async (values: Record<string, unknown>) =>
  changeShop(server.app, await server.findShop(), { values });
const findDoneSteps = async () => {
  const [shopSteps] = await findFirstSteps(server.app, [await server.findShop()]);
  return shopSteps!.steps.filter(({ isDone }) => isDone).map(({ step }) => step);
};

describe("the owner of an empty live shop", () => {
  test("sees the list of first steps, and every page it links to exists", async () => {
    const { status, text } = await getPage("/panel");
    expect([status, text]).toEqual([200, expect.stringContaining("Primeros pasos de Mi tienda")]);
    expect(text).toContain("0 de 8 listos");
    const links = [...text.matchAll(/href="(\/panel\/(?:ajustes|envios-y-pagos|productos|pedidos)[^"]*)"/g)];
    expect(links.length).toBeGreaterThan(12);
    for (const [, link] of links) expect([link, (await getPage(link!)).status]).toEqual([link, 200]);
  });

  test("cannot open the shop before a customer could buy, nor hide the list", async () => {
    const { status, text } = await submitIntent("open");
    expect(status).toBe(200);
    expect(text).toContain("Para abrir faltan una paquetería, una forma de pago y un producto publicado.");
    expect((await submitIntent("hide")).text).toContain("La lista se queda en Inicio");
    expect((await server.findShop()).settings.management.opened).toBe(false);
  });

  test("completes the first five steps by doing them", async () => {
    await changeSettings({ name: "Casa Lino", "company.legalName": "Casa Lino, S.A. de C.V." });
    expect(await findDoneSteps()).toEqual([]);
    await changeSettings({ "company.address": "Calle 1, Centro", "company.phone": "55 1234 5678" });
    expect(await findDoneSteps()).toEqual(["company"]);
    await changeSettings({ color: "green" });
    expect(await findDoneSteps()).toEqual(["company", "theme"]);
    await server.app.db
      .insertInto("carriers")
      .values({ id: newId(), name: "Paquetería", description: "", price_cents: 99_00 } as never)
      .execute();
    expect(await findDoneSteps()).toEqual(["company", "theme", "shipping"]);
    await changeSettings({
      "payments.accounts": [{ bank: "BBVA", beneficiary: "Casa Lino", clabe: "002010077777777771" }],
    });
    expect(await findDoneSteps()).toEqual(["company", "theme", "shipping", "payment"]);
    size = await createTestSize(server.app, { pieces: 3 });
    expect(await findDoneSteps()).toEqual(["company", "theme", "shipping", "payment", "product"]);
  });

  test("confirms the legal texts, and a second confirmation is not logged", async () => {
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await submitIntent("legal")).headers.get("location")).toBe(STEPS_PATH);
    expect(await findDoneSteps()).toContain("legal");
    const loggedChanges = await server.app.db
      .selectFrom("change_log")
      .select("actor")
      .where("action", "=", "legal-confirmed")
      .execute();
    expect(loggedChanges).toEqual([{ actor: "Marta" }]);
  });

  test("places a test order in the preview, confirms its transfer and cancels it, and the piece is available again", async () => {
    await server.app.shops.refresh();
    const previewUrl = new URL((await submitIntent("preview")).headers.get("location")!);
    const previewResponse = await server.call("POST", "/vista-previa", {
      rawBody: `token=${previewUrl.hash.slice(1)}`,
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: server.app.config.publicUrl! },
    });
    const headers = { Cookie: previewResponse.headers.get("set-cookie")!.split(";", 1)[0]! };
    const { json: cartResponse } = await server.call("POST", "/api/v1/carts", {
      headers,
      body: { products: [{ productId: size.productId, attributeId: size.sizeId, quantity: 1 }] },
    });
    const guest = await createTestGuest(server.app, await server.findShop());
    const { id: shippingId } = await server.app.db.selectFrom("carriers").select("id").executeTakeFirstOrThrow();
    const checkoutResponse = await server.call("POST", `/api/v1/carts/${cartResponse.cart._id}/checkout`, {
      token: guest.token,
      headers,
      body: {
        customerId: guest.customerId,
        addressId: guest.addressId,
        shippingId,
        secured: false,
        payment_method: "TB",
        termsVersion: "1",
      },
    });
    expect(checkoutResponse.status, checkoutResponse.text).toBe(200);
    expect(await findDoneSteps()).toContain("testOrder");
    const orderPath = `/panel/pedidos/${checkoutResponse.json.order._id}`;
    const submitOrderForm = (fields: Record<string, string>) =>
      server.call("POST", orderPath, {
        rawBody: new URLSearchParams(fields).toString(),
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          "Sec-Fetch-Site": "same-origin",
          Origin: server.app.config.publicUrl!,
          Cookie: ownerCookie,
        },
      });
    const readStatus = async () =>
      (
        await server.app.db
          .selectFrom("orders")
          .select("status")
          .where("id", "=", checkoutResponse.json.order._id)
          .executeTakeFirstOrThrow()
      ).status;
    await submitOrderForm({ intent: "confirmPayment", status: "WAITING_PAYMENT" });
    expect(await readStatus()).toBe("PAYMENT_ACCEPTED");
    await submitOrderForm({ intent: "cancel", status: "PAYMENT_ACCEPTED", pieces: "restock", reason: "Prueba" });
    expect(await readStatus()).toBe("CANCELLED");
    const sizes = await server.app.db.selectFrom("sizes").select("available").where("id", "=", size.sizeId).execute();
    expect(sizes).toEqual([{ available: 3 }]);
  });

  test("opens the shop and hides the list from Inicio, and can show it again", async () => {
    expect((await submitIntent("open")).headers.get("location")).toBe(`${STEPS_PATH}?hecho=abierta`);
    expect((await findDoneSteps()).length).toBe(8);
    expect((await getPage("/panel")).text).toContain("Todo listo");
    expect((await submitIntent("hide")).headers.get("location")).toBe("/panel");
    expect((await getPage("/panel")).text).not.toContain("Primeros pasos");
    expect((await getPage(STEPS_PATH)).text).toContain("Mostrar esta lista en Inicio");
    await submitIntent("show");
    expect((await getPage("/panel")).text).toContain("Primeros pasos de Casa Lino");
  });
});
