import { readFileSync } from "node:fs";
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listRoutePatterns } from "../../../e2e/support/routes.ts";
import { formatMexicoTime } from "../../domain/mexico-time.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { moveOrder } from "../../server/orders/move-order.ts";
import { recordTransferRefund } from "../../server/payments/transfer-refund.ts";
import { disableMember } from "../../server/staff/change-member.ts";
import { newId } from "../../server/db/new-id.ts";
import { stageImport } from "../../server/catalog/imports/stage-import.ts";
import { demoId } from "../../../demo/load/demo-id.ts";
import { addDemoOwner } from "../../../demo/load/demo-owner.ts";
import { addPromotion } from "../../server/promotions/save-promotion.ts";
import { TEST_PROMOTION } from "../../server/testing/test-promotion.ts";
import { receiveDelivery, undoDelivery } from "../../server/stock/deliveries.ts";
import { requestReturn } from "../../server/returns/request-return.ts";
import { addReturnPicture } from "../../server/returns/return-pictures.ts";
import { createTestOrder } from "../../server/testing/test-order.ts";
import { createTestSize } from "../../server/testing/test-size.ts";
import {
  OFFICE_USERS,
  openTestOffice,
  STAFF_PASSWORD,
  type OfficeUser,
  type TestOffice,
} from "../../server/testing/test-office.ts";
import { createOrderWithReceipt } from "../../server/testing/unpaid-orders.ts";
import { createStampedInvoice } from "../../server/testing/invoiced-order.ts";
import { BUILD_FOLDER } from "../build/build-if-needed.ts";

const LIVE_SHOP_CONFIG = { PUBLIC_URL: "https://tienda.example", ALLOW_SANDBOX: "1" };

type StatusByUser = readonly [number, number, number, number, number, number, number, number];

let office: TestOffice;
let liveOffice: TestOffice;
/** An order of the head office. Its pages answer 404 for a branch's staff. */
let order: { id: string; receiptId: string };
/** A refund of the same order, with its proof. */
const refundId = newId();
/** An invoice of the head office. */
let invoiceId: string;
let recordIds: { sizeId: string; productId: string; presaleId: string; deliveryId: string; promotionId: string };

/**
 * Creates a ticket size with stock, a promotion and an undone delivery, and finds a presale. Returns their ids, which
 * fill the parameters of the tested paths.
 */
async function createRecords({ app }: TestOffice): Promise<typeof recordIds> {
  const by = { memberId: null, name: "prueba", ip: null };
  const size = await createTestSize(app, { pieces: 3, isDigital: true });
  const { id: presaleId } = await app.db.selectFrom("presales").select("id").executeTakeFirstOrThrow();
  const deliveryId = newId();
  await receiveDelivery(app, { id: deliveryId, reason: "Prueba", movements: [{ sizeId: size.sizeId, pieces: 1 }] }, by);
  await undoDelivery(app, deliveryId, by);
  const promotion = await addPromotion(app.db, { ...TEST_PROMOTION, code: { count: 1, prefix: "" } }, by);
  if (isRefusal(promotion)) throw new Error(promotion.refused);
  return { ...size, presaleId, deliveryId, promotionId: promotion.id };
}
let importId: string;
/** A return of an order of the head office. */
let returnId: string;
let pictureId: string;
/** A customer who has bought only in the head office. */
let customerId: string;

beforeAll(async () => {
  office = await openTestOffice();
  recordIds = await createRecords(office);
  liveOffice = await openTestOffice(LIVE_SHOP_CONFIG);
  await addDemoOwner(office.app);
  order = await createOrderWithReceipt(office);
  await moveOrder(office.app, order.id, { to: "PAYMENT_ACCEPTED", actor: "prueba", reason: "Prueba" });
  await recordTransferRefund(office.app, order.id, {
    id: refundId,
    cents: 100,
    sentOn: formatMexicoTime(new Date()).slice(0, 10),
    reference: "PRUEBA1",
    reason: "Prueba",
    proof: Buffer.from("%PDF-1.4\nDevolución\n%%EOF\n"),
    mayCancelOrder: false,
    actor: "prueba",
    by: { memberId: null, name: "prueba", ip: null },
  });
  const deliveredSale = await createTestOrder(office);
  const returnResult = await requestReturn(office.app, await office.findShop(), {
    orderId: deliveredSale.order.id,
    lines: [{ sizeId: deliveredSale.sizes[0]!.sizeId, pieces: 1, reason: "UNWANTED", wish: "REFUND", newSizeId: null }],
    note: "",
    clabe: null,
    by: null,
  });
  if (isRefusal(returnResult)) throw new Error(returnResult.refused);
  returnId = returnResult.id;
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const pictureResult = await addReturnPicture(office.app, { returnId, orderId: deliveredSale.order.id, bytes });
  if (isRefusal(pictureResult)) throw new Error(pictureResult.refused);
  pictureId = pictureResult.pictures[0]!;
  const csv = Buffer.from("Clave,Nombre,Precio\nprueba,Prueba,10");
  const stageResult = await stageImport(
    office.app,
    { bytes: csv, fileName: "prueba.csv" },
    { memberId: null, name: "prueba", ip: null },
  );
  if (isRefusal(stageResult)) throw new Error(stageResult.refused);
  importId = stageResult.id;
  const { id, orderId } = await createStampedInvoice(office);
  invoiceId = id;
  const customerOfInvoice = office.app.db.selectFrom("orders").select("customer_id").where("id", "=", orderId);
  customerId = (await customerOfInvoice.executeTakeFirstOrThrow()).customer_id;
});
afterAll(async () => {
  await office.stop();
  await liveOffice.stop();
});

/** The status of a redirect to the sign-in page. */
const SIGN_IN_REDIRECT_STATUS = 302;
const repeatForSixMembers = (status: number) => [status, status, status, status, status, status] as const;
/**
 * Only these users have access. Visitors without a session, and members who have not given their second factor yet, are
 * redirected. Others get 404.
 */
const only = (allowed: readonly OfficeUser[], status: number): StatusByUser =>
  OFFICE_USERS.map((user) => {
    if (user === "anonymous" || user === "awaitsFactor") return SIGN_IN_REDIRECT_STATUS;
    return allowed.includes(user) ? status : 404;
  }) as unknown as StatusByUser;
const ownerOnly = (status: number): StatusByUser => only(["owner"], status);
/** The catalogue belongs to all shops, so staff of one branch have no access. */
const ownerAndSalesOnly = (status: number): StatusByUser => only(["owner", "sales"], status);
const anyStaffMember = (status: number): StatusByUser => [
  SIGN_IN_REDIRECT_STATUS,
  SIGN_IN_REDIRECT_STATUS,
  ...repeatForSixMembers(status),
];
const everyone = (status: number): StatusByUser => [status, status, ...repeatForSixMembers(status)];

const ORDER_VIEWERS: readonly OfficeUser[] = ["owner", "branchOwner", "sales", "warehouse", "accounting"];
const SALES_USERS: readonly OfficeUser[] = ["owner", "branchOwner", "sales"];
const SHIPPING_USERS: readonly OfficeUser[] = ["owner", "branchOwner", "warehouse"];
const invoicersOnly = (status: number): StatusByUser => only(["owner", "branchOwner", "accounting"], status);
const stockChangersOnly = (status: number): StatusByUser => only(["owner", "warehouse"], status);

const customerViewersOnly = (status: number): StatusByUser =>
  only(["owner", "branchOwner", "sales", "accounting"], status);

/**
 * The status that each user gets from each path, for GET and POST. A new route without a row fails the first test.
 */
const EXPECTED_STATUSES: Record<string, { get: StatusByUser; post: StatusByUser }> = {
  "/panel": { get: anyStaffMember(200), post: everyone(405) },
  "/panel/entrar": { get: [200, 200, ...repeatForSixMembers(302)], post: [200, 200, ...repeatForSixMembers(302)] },
  "/panel/segundo-factor": {
    get: [SIGN_IN_REDIRECT_STATUS, 200, ...repeatForSixMembers(302)],
    post: [SIGN_IN_REDIRECT_STATUS, 200, ...repeatForSixMembers(SIGN_IN_REDIRECT_STATUS)],
  },
  "/panel/invitacion": { get: everyone(200), post: everyone(200) },
  "/panel/salir": { get: everyone(302), post: everyone(302) },
  "/panel/pedidos": { get: only(ORDER_VIEWERS, 200), post: only(ORDER_VIEWERS, 200) },
  "/panel/pedidos/exportar": { get: only(ORDER_VIEWERS, 200), post: everyone(405) },
  "/panel/pedidos/varios": { get: only(ORDER_VIEWERS, 404), post: only(ORDER_VIEWERS, 404) },
  "/panel/pedidos/enviar": { get: only(SHIPPING_USERS, 200), post: only(SHIPPING_USERS, 415) },
  "/panel/pedidos/enviar/parte": { get: everyone(302), post: only(SHIPPING_USERS, 400) },
  "/panel/envios": { get: only(ORDER_VIEWERS, 200), post: only(SHIPPING_USERS, 400) },
  "/panel/envios/guias": { get: only(SHIPPING_USERS, 200), post: only(SHIPPING_USERS, 200) },
  "/panel/envios/guias/pdf": { get: only(SHIPPING_USERS, 404), post: everyone(405) },
  "/panel/envios/guias/:purchaseId/pdf": { get: [302, 302, ...repeatForSixMembers(404)], post: everyone(405) },
  "/panel/pedidos/hojas": { get: only(ORDER_VIEWERS, 404), post: everyone(405) },
  "/panel/pedidos/etiquetas": { get: only(ORDER_VIEWERS, 404), post: everyone(405) },
  "/panel/facturacion": { get: invoicersOnly(200), post: everyone(405) },
  "/panel/facturacion/exportar": { get: invoicersOnly(200), post: everyone(405) },
  "/panel/facturacion/nueva": { get: invoicersOnly(200), post: invoicersOnly(404) },
  "/panel/facturacion/global": { get: invoicersOnly(200), post: invoicersOnly(200) },
  "/panel/facturacion/mes": { get: invoicersOnly(200), post: everyone(405) },
  "/panel/facturacion/mes/exportar": { get: invoicersOnly(404), post: everyone(405) },
  "/panel/facturacion/emisor": { get: invoicersOnly(200), post: invoicersOnly(200) },
  "/panel/facturacion/complementos": {
    get: only(["owner", "accounting", "branchOwner"], 200),
    post: only(["owner", "accounting", "branchOwner"], 404),
  },
  "/panel/facturacion/de-una-global": {
    get: only(["owner", "accounting", "branchOwner"], 200),
    post: only(["owner", "accounting", "branchOwner"], 404),
  },
  "/panel/facturacion/iva": { get: only(["owner", "accounting"], 200), post: only(["owner", "accounting"], 200) },
  "/panel/facturacion/claves": { get: only(["owner", "accounting"], 200), post: only(["owner", "accounting"], 200) },
  "/panel/facturacion/:invoiceId": {
    get: only(["owner", "accounting"], 200),
    post: only(["owner", "accounting"], 400),
  },
  "/panel/facturacion/:invoiceId/:format": { get: only(["owner", "accounting"], 200), post: everyone(405) },
  "/panel/clientes": { get: customerViewersOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/clientes/:customerId": {
    get: only(["owner", "sales", "accounting"], 200),
    post: only(["owner", "sales", "accounting"], 400),
  },
  "/panel/clientes/:customerId/datos": { get: ownerOnly(200), post: everyone(405) },
  "/panel/clientes/:customerId/borrar": { get: ownerOnly(200), post: ownerOnly(200) },
  "/panel/equipo": { get: ownerOnly(200), post: ownerOnly(200) },
  "/panel/equipo/:memberId": { get: ownerOnly(200), post: ownerOnly(200) },
  "/panel/mi-cuenta": { get: anyStaffMember(200), post: anyStaffMember(302) },
  "/panel/mi-cuenta/contrasena": { get: anyStaffMember(200), post: anyStaffMember(200) },
  "/panel/mi-cuenta/segundo-factor": { get: anyStaffMember(200), post: anyStaffMember(200) },
  "/panel/pedidos/nuevo": {
    get: only(["owner", "branchOwner", "sales"], 200),
    post: only(["owner", "branchOwner", "sales"], 200),
  },
  "/panel/pedidos/:orderId": {
    get: only(["owner", "sales", "warehouse", "accounting"], 200),
    post: only(["owner", "sales", "warehouse", "accounting"], 400),
  },
  "/panel/pedidos/:orderId/productos": { get: only(["owner", "sales"], 200), post: only(["owner", "sales"], 400) },
  "/panel/pedidos/:orderId/comprobantes/:receiptId": {
    get: only(["owner", "sales", "accounting"], 200),
    post: everyone(405),
  },
  "/panel/pedidos/:orderId/devoluciones/:refundId": {
    get: only(["owner", "sales", "accounting"], 200),
    post: everyone(405),
  },
  "/panel/devoluciones": { get: only(ORDER_VIEWERS, 200), post: everyone(405) },
  "/panel/devoluciones/nueva": { get: only(SALES_USERS, 200), post: only(SALES_USERS, 200) },
  "/panel/devoluciones/informe": { get: only(ORDER_VIEWERS, 200), post: everyone(405) },
  "/panel/devoluciones/informe/exportar": { get: only(ORDER_VIEWERS, 200), post: everyone(405) },
  "/panel/devoluciones/excluidos": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 200),
  },
  "/panel/devoluciones/:returnId/guia": {
    get: only(["owner", "warehouse"], 200),
    post: only(["owner", "warehouse"], 200),
  },
  "/panel/devoluciones/:returnId/fotos/:pictureId": {
    get: only(["owner", "sales", "warehouse", "accounting"], 200),
    post: everyone(405),
  },
  "/panel/devoluciones/:returnId": {
    get: only(["owner", "sales", "warehouse", "accounting"], 200),
    post: only(["owner", "sales", "warehouse", "accounting"], 400),
  },
  "/panel/recoger": { get: only(ORDER_VIEWERS, 200), post: only(SHIPPING_USERS, 200) },
  "/panel/envios-y-pagos/puntos/:pointId": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 200),
  },
  "/panel/envios-y-pagos": { get: only(["owner", "branchOwner"], 200), post: only(["owner", "branchOwner"], 200) },
  "/panel/envios-y-pagos/cuenta": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 200),
  },
  "/panel/envios-y-pagos/paqueterias/:carrierId": { get: ownerOnly(200), post: ownerOnly(415) },
  "/panel/ajustes": { get: only(["owner", "branchOwner"], 200), post: only(["owner", "branchOwner"], 200) },
  "/panel/ajustes/:shopKey/banners": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 415),
  },
  "/panel/ajustes/:shopKey/portada": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 200),
  },
  "/panel/ajustes/:shopKey/logo": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 415),
  },
  "/panel/ajustes/:shopKey/terminos-al-comprar": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 415),
  },
  "/panel/ajustes/:shopKey/textos/:page": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 200),
  },
  "/panel/ajustes/:shopKey/correos/:emailKind": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 200),
  },
  "/panel/ajustes/:shopKey/:section": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 200),
  },
  "/panel/existencias": {
    get: only(["owner", "branchOwner", "sales", "warehouse"], 200),
    post: stockChangersOnly(200),
  },
  "/panel/existencias/tallas": { get: only(["owner", "branchOwner", "sales", "warehouse"], 200), post: everyone(405) },
  "/panel/existencias/etiquetas": {
    get: only(["owner", "branchOwner", "sales", "warehouse"], 200),
    post: everyone(405),
  },
  "/panel/existencias/etiquetas/pdf": {
    get: everyone(302),
    post: only(["owner", "branchOwner", "sales", "warehouse"], 422),
  },
  "/panel/existencias/recibir": { get: stockChangersOnly(200), post: stockChangersOnly(200) },
  "/panel/existencias/entregas/:deliveryId": { get: stockChangersOnly(200), post: stockChangersOnly(200) },
  "/panel/existencias/contar/:productId": {
    get: only(["owner", "branchOwner", "sales", "warehouse"], 200),
    post: stockChangersOnly(200),
  },
  "/panel/existencias/apartado": { get: only(["owner", "sales"], 200), post: only(["owner", "sales"], 200) },
  "/panel/existencias/:sizeId": {
    get: only(["owner", "branchOwner", "sales", "warehouse"], 200),
    post: stockChangersOnly(200),
  },
  "/panel/preventas": { get: only(["owner", "sales"], 200), post: only(["owner", "sales"], 200) },
  "/panel/preventas/:presaleId": { get: only(["owner", "sales"], 200), post: only(["owner", "sales"], 200) },
  "/panel/preventas/:presaleId/codigos.csv": { get: only(["owner", "sales"], 200), post: everyone(405) },
  "/panel/promociones": { get: only(SALES_USERS, 200), post: everyone(405) },
  "/panel/promociones/nueva": { get: only(SALES_USERS, 200), post: only(["owner", "sales"], 200) },
  "/panel/promociones/calendario": { get: only(SALES_USERS, 200), post: everyone(405) },
  "/panel/promociones/cumplimiento": { get: only(SALES_USERS, 200), post: everyone(405) },
  "/panel/promociones/:promotionId": { get: only(SALES_USERS, 200), post: only(["owner", "sales"], 200) },
  "/panel/promociones/:promotionId/cupones.csv": { get: only(["owner", "sales"], 200), post: everyone(405) },
  "/panel/boletos": { get: only(["owner", "sales", "door"], 200), post: only(["owner", "door"], 200) },
  "/panel/boletos/:productId": { get: only(["owner", "sales", "door"], 200), post: only(["owner", "sales"], 200) },
  "/panel/boletos/:productId/lista.csv": { get: only(["owner", "door"], 200), post: everyone(405) },
  "/panel/resenas": {
    get: only(["owner", "branchOwner", "sales"], 200),
    post: only(["owner", "branchOwner", "sales"], 200),
  },
  "/panel/ofertas": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/productos": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/productos/exportar": { get: ownerAndSalesOnly(200), post: everyone(405) },
  "/panel/productos/nuevo": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/productos/faltan": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/productos/modelos": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/productos/importar": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(415) },
  "/panel/productos/importar/:importId": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/productos/importar/:importId/renglones": { get: ownerAndSalesOnly(200), post: everyone(405) },
  "/panel/productos/:productId": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/canales": { get: ownerAndSalesOnly(200), post: everyone(405) },
  "/panel/catalogo": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/catalogo/marcas": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/catalogo/colores": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/catalogo/tallas": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  "/panel/catalogo/guias": { get: ownerAndSalesOnly(200), post: everyone(405) },
  // Without a product or a category in its URL it answers 404.
  "/panel/catalogo/guias/nueva": { get: only([], 404), post: only([], 404) },
  "/panel/catalogo/guias/:guideId": { get: ownerAndSalesOnly(200), post: ownerAndSalesOnly(200) },
  // The increments belong to one branch, so its own staff have access. A form without a branch answers 404.
  "/panel/catalogo/incrementos": { get: only(["owner", "branchOwner", "sales"], 200), post: only([], 404) },
  "/panel/sucursales": { get: ownerOnly(200), post: ownerOnly(200) },
  "/panel/sucursales/:shopKey": { get: ownerOnly(200), post: ownerOnly(200) },
  "/panel/sistema": { get: ownerOnly(200), post: everyone(405) },
  "/panel/sistema/tareas": { get: ownerOnly(200), post: ownerOnly(200) },
  "/panel/sistema/correos": { get: ownerOnly(200), post: everyone(405) },
  "/panel/sistema/auditoria": { get: ownerOnly(200), post: ownerOnly(302) },
  "/panel/sistema/respaldos": { get: ownerOnly(200), post: ownerOnly(200) },
  "/panel/sistema/codigos-postales": { get: ownerOnly(200), post: ownerOnly(415) },
  "/panel/sistema/codigos-postales/archivo": { get: ownerOnly(302), post: ownerOnly(415) },
  "/panel/sistema/bitacora": { get: ownerOnly(200), post: everyone(405) },
  "/panel/mi-cuenta/llaves": { get: anyStaffMember(200), post: anyStaffMember(200) },
  "/panel/mi-cuenta/codigos": { get: anyStaffMember(200), post: anyStaffMember(200) },
  "/panel/llave": { get: everyone(302), post: everyone(400) },
  "/panel/buscar": { get: anyStaffMember(200), post: everyone(405) },
  "/panel/vistas": { get: anyStaffMember(302), post: anyStaffMember(400) },
  "/panel/cambios/:kind/:id": { get: [401, 401, ...repeatForSixMembers(200)], post: everyone(405) },
  "/panel/primeros-pasos/:shopKey": {
    get: only(["owner", "branchOwner"], 200),
    post: only(["owner", "branchOwner"], 400),
  },
  "/panel/*": { get: anyStaffMember(404), post: everyone(405) },
};

describe("access to the back office", () => {
  test("every route of the back office has its row", () => {
    const patterns = listRoutePatterns().filter((pattern) => pattern.startsWith("/panel"));
    expect(patterns.toSorted()).toEqual(Object.keys(EXPECTED_STATUSES).toSorted());
  });

  for (const [pattern, { get, post }] of Object.entries(EXPECTED_STATUSES)) {
    const makePath = () => {
      const ids: Record<string, string> = {
        memberId: office.members.door,
        kind: "staff",
        id: office.members.door,
        orderId: order.id,
        receiptId: order.receiptId,
        refundId,
        invoiceId,
        customerId,
        format: "xml",
        shopKey: "norte",
        section: "carrito",
        carrierId: "nueva",
        pointId: "nuevo",
        page: "terminos",
        emailKind: "enviado",
        ...recordIds,
        importId,
        returnId,
        pictureId,
        guideId: demoId("size guide", "mujer"),
      };
      return pattern.replaceAll(/:(\w+)/g, (_, name: string) => ids[name]!).replace("*", "no-existe");
    };
    test(`GET ${pattern} answers each user with the status of its row`, async () => {
      const statuses = [];
      for (const user of OFFICE_USERS) statuses.push((await office.visit(makePath(), { as: user })).status);
      expect(statuses).toEqual(get);
    });
    test(`POST ${pattern} answers each user with the status of its row`, async () => {
      const statuses = [];
      for (const user of OFFICE_USERS) statuses.push((await office.visit(makePath(), { as: user, form: {} })).status);
      expect(statuses).toEqual(post);
    });
  }

  test("a product that only another shop sells answers 404 for a branch's staff", async () => {
    const { sizeId, productId } = await createTestSize(office.app, { pieces: 1 });
    const paths = [`/panel/existencias/${sizeId}`, `/panel/existencias/contar/${productId}`];
    const fetchStatuses = async () => {
      const fetchedStatuses = [];
      for (const path of paths) fetchedStatuses.push((await office.visit(path, { as: "branchOwner" })).status);
      return fetchedStatuses;
    };
    expect(await fetchStatuses()).toEqual([200, 200]);
    await office.app.db.updateTable("products").set({ is_local: true }).where("id", "=", productId).execute();
    expect(await fetchStatuses()).toEqual([404, 404]);
    expect((await office.visit(paths[0]!, { as: "warehouse" })).status).toBe(200);
  });

  test("a page's data has the same access rules as the page", async () => {
    const anonymousResponse = await office.visit("/panel/equipo.data");
    expect(anonymousResponse.text).not.toContain("otra@ejemplo.mx");
    const salesResponse = await office.visit("/panel/equipo.data", { as: "sales" });
    expect(salesResponse.text).not.toContain("otra@ejemplo.mx");
    const ownerResponse = await office.visit("/panel/equipo.data", { as: "owner" });
    expect(ownerResponse.text).toContain("otra@ejemplo.mx");
  });

  test("a request for one page's data does not return another page's data", async () => {
    const { text } = await office.visit("/panel/mi-cuenta.data?_routes=office%2Fteam%2Froute", {
      as: "sales",
    });
    expect(text).not.toContain("otra@ejemplo.mx");
  });
});

describe("a branch's owner", () => {
  test("changes the settings of their own shop only, whatever the URL", async () => {
    for (const page of ["carrito", "banners", "logo", "textos/terminos", "correos/enviado", "nada"]) {
      const { status } = await office.visit(`/panel/ajustes/matriz/${page}`, { as: "branchOwner" });
      expect(status, page).toBe(404);
    }
    const form = { "carts.timeout": "7", "orders.presaleCap": "1000" };
    const otherShopResponse = await office.visit("/panel/ajustes/matriz/carrito", { as: "branchOwner", form });
    expect(otherShopResponse.status).toBe(404);
    expect((await office.findShop("matriz")).settings.carts.timeout).toBe(20);
    const { text } = await office.visit("/panel/ajustes", { as: "branchOwner" });
    expect(text).toContain("Cambios en Casa Maguey Norte");
    expect(text).not.toContain("/panel/ajustes/matriz/");
  });

  test.each(["matriz", "nada"])("changes no shop by a form whose URL names the shop %s", async (key) => {
    const [carrier] = await office.app.db.selectFrom("carriers").select("id").orderBy("position").execute();
    const forms: [page: string, form: Record<string, string>][] = [
      ["/panel/envios-y-pagos", { withdraw: carrier!.id }],
      ["/panel/envios-y-pagos/cuenta", { intent: "box", name: "Caja de pruebas" }],
      ["/panel/envios-y-pagos/puntos/nuevo", { name: "Punto de pruebas" }],
      ["/panel/ajustes", { undo: "1" }],
      ["/panel/devoluciones/excluidos", { intent: "remove", id: carrier!.id }],
    ];
    const listWithdrawn = () =>
      office.app.db.selectFrom("withdrawn_carriers").selectAll().orderBy("carrier_id").execute();
    const withdrawnBefore = await listWithdrawn();
    for (const [page, form] of forms) {
      const url = `${page}?tienda=${key}`;
      expect((await office.visit(url, { as: "branchOwner", form })).status, url).toBe(404);
      expect((await office.visit(url, { as: "branchOwner" })).status, url).toBe(404);
    }
    expect(await listWithdrawn()).toEqual(withdrawnBefore);
  });

  test("chooses the branch's carriers, but neither changes nor retires those of all shops", async () => {
    const [carrier] = await office.app.db.selectFrom("carriers").select("id").orderBy("position").execute();
    const submitForm = async (form: Record<string, string>) =>
      (await office.visit("/panel/envios-y-pagos?tienda=norte", { as: "branchOwner", form })).status;
    expect(await submitForm({ withdraw: carrier!.id })).toBe(302);
    expect(await submitForm({ offer: carrier!.id })).toBe(302);
    for (const direction of ["up", "down"]) {
      expect(await submitForm({ [direction]: carrier!.id }), direction).toBe(404);
    }
    const carrierPath = `/panel/envios-y-pagos/paqueterias/${carrier!.id}`;
    expect((await office.visit(carrierPath, { as: "branchOwner" })).status).toBe(404);
    expect((await office.visit(carrierPath, { as: "branchOwner", form: { intent: "retire" } })).status).toBe(404);
    const carrierRows = await office.app.db
      .selectFrom("carriers")
      .select("is_active")
      .where("id", "=", carrier!.id)
      .execute();
    expect(carrierRows).toEqual([{ is_active: true }]);
  });
});

test("an invalid or too large picture shows a message in the form and changes no setting", async () => {
  const cookie = (await office.cookieOf("owner"))!;
  const send = (file: Blob, name: string) => {
    const form = new FormData();
    form.set("intent", "add");
    form.set("title", "Falso");
    form.set("picture", file, name);
    return fetch(`${office.origin}/panel/ajustes/norte/banners`, {
      method: "POST",
      body: form,
      headers: { Cookie: cookie, Origin: office.origin, "Sec-Fetch-Site": "same-origin" },
    });
  };
  const bannerCountBefore = (await office.findShop("norte")).banners.length;
  const svgResponse = await send(new Blob(["<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"]), "foto.png");
  expect([svgResponse.status, await svgResponse.text()]).toEqual([200, expect.stringContaining("Esto no es una foto")]);
  const tooLargeResponse = await send(new Blob([new Uint8Array(22 * 1024 * 1024)]), "foto.jpg");
  expect([tooLargeResponse.status, await tooLargeResponse.text()]).toEqual([
    200,
    expect.stringContaining("pesa demasiado"),
  ]);
  expect((await office.findShop("norte")).banners).toHaveLength(bannerCountBefore);
});

test("a banner keeps a focus that the form does not offer, until staff choose another one", async () => {
  const bannerIndex = (await office.findShop("norte")).banners.findIndex(({ focus }) => String(focus) === "70,50");
  expect(bannerIndex).toBeGreaterThanOrEqual(0);
  const path = "/panel/ajustes/norte/banners";
  const { text } = await office.visit(path, { as: "owner" });
  expect(text).toContain("El punto a 70 % de la izquierda y 50 % de arriba");
  const save = async (focus: string) => {
    const { text: pageText } = await office.visit(path, { as: "owner" });
    const form = new FormData();
    const fields = {
      intent: "save",
      at: String(bannerIndex),
      title: "Otro título",
      place: "hero",
      focus,
      seen: readSeenVersion(pageText),
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const cookie = (await office.cookieOf("owner"))!;
    const headers = { Cookie: cookie, Origin: office.origin, "Sec-Fetch-Site": "same-origin" };
    const response = await fetch(office.origin + path, { method: "POST", body: form, headers, redirect: "manual" });
    expect(response.status).toBe(302);
    await office.app.shops.refresh();
    return (await office.findShop("norte")).banners[bannerIndex];
  };
  expect(await save("current")).toMatchObject({ title: "Otro título", focus: [70, 50] });
  expect(await save("top")).toMatchObject({ focus: [50, 0] });
});

/** The version of the settings that a form was opened with. */
function readSeenVersion(page: string): string {
  return /name="seen" value="([^"]*)"/.exec(page)![1]!;
}

describe("a refused request", () => {
  const invitation = { email: "intrusa@ejemplo.mx", grant: "owner@*" };
  test.each([
    ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://malo.example" }],
    ["another shop of the same site", { "Sec-Fetch-Site": "same-site" }],
    ["an old browser at another site", { "Sec-Fetch-Site": "", Origin: "https://malo.example" }],
    ["a hidden origin", { "Sec-Fetch-Site": "", Origin: "null" }],
    ["an unknown origin", { "Sec-Fetch-Site": "", Origin: "" }],
  ])("a form from %s changes nothing", async (_where, headers) => {
    const cookie = await office.cookieOf("owner");
    for (const path of ["/panel/equipo", "/panel/equipo.data", "/PANEL/equipo", "/%70anel/equipo"]) {
      const sentHeaders = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
      const response = await office.call("POST", path, {
        rawBody: new URLSearchParams(invitation).toString(),
        headers: { Cookie: cookie!, "Content-Type": "application/x-www-form-urlencoded", ...sentHeaders },
      });
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.status, path).toBeLessThan(500);
    }
    const invitations = await office.app.db
      .selectFrom("staff_invitations")
      .select("id")
      .where("email", "=", invitation.email)
      .execute();
    expect(invitations).toEqual([]);
  });

  test("a request that is no form, is too large or has unreadable characters is refused", async () => {
    const cookie = await office.cookieOf("owner");
    const postAs = (type: string) =>
      office.visit("/panel/equipo", { cookie, form: {}, headers: { "Content-Type": type } });
    expect((await postAs("application/json")).status).toBe(415);
    expect((await postAs("text/plain")).status).toBe(415);
    expect((await office.visit("/panel/equipo", { cookie, form: { email: "x".repeat(70_000) } })).status).toBe(413);
    for (const unreadable of ["\u0000", "a\u0007b"]) {
      const form = { email: unreadable, password: "x" };
      expect((await office.visit("/panel/entrar", { form })).status).toBe(422);
      const refusedResponse = await office.visit("/panel/equipo", { cookie, form: { email: unreadable } });
      expect(refusedResponse.status).toBe(422);
      expect(refusedResponse.text).toContain("Aquí hay un carácter que no se puede guardar");
    }
  });
});

describe("signing in over HTTP", () => {
  const SIGN_IN_FORM = { email: "warehouse@ejemplo.mx", password: STAFF_PASSWORD };

  test("sets an HttpOnly cookie in the demonstration", async () => {
    const { status, headers } = await office.visit("/panel/entrar", { form: SIGN_IN_FORM });
    expect(status).toBe(302);
    expect(headers.get("location")).toBe("/panel");
    expect(headers.get("set-cookie")).toMatch(/^panel=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  });

  test("sets a cookie bound to host and HTTPS in a live shop, and a member without a second factor must set it up", async () => {
    await liveOffice.createMember("lucia@ejemplo.mx", [{ role: "owner", shopId: null }]);
    const form = { ...SIGN_IN_FORM, email: "lucia@ejemplo.mx" };
    const { headers } = await liveOffice.visit("/panel/entrar", { form });
    const [cookie] = headers.get("set-cookie")!.split(";");
    expect(headers.get("set-cookie")).toMatch(/^__Host-panel=.*; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age/);
    expect((await liveOffice.visit("/panel", { cookie })).headers.get("location")).toBe(
      "/panel/mi-cuenta/segundo-factor",
    );
    expect((await liveOffice.visit("/panel/mi-cuenta/segundo-factor", { cookie })).status).toBe(200);
  });

  test("redirects to the requested page only if it is a page of the office", async () => {
    expect((await office.visit("/panel/equipo")).headers.get("location")).toBe(
      "/panel/entrar?volver=%2Fpanel%2Fequipo",
    );
    const locationAfterSignIn = async (returnPath: string) =>
      (
        await office.visit(`/panel/entrar?volver=${encodeURIComponent(returnPath)}`, { form: SIGN_IN_FORM })
      ).headers.get("location");
    expect(await locationAfterSignIn("/panel/mi-cuenta")).toBe("/panel/mi-cuenta");
    expect(await locationAfterSignIn("/panel/buscar?q=☃\n")).toBe("/panel/buscar?q=%E2%98%83");
    for (const otherUrl of [
      "//malo.example",
      "https://malo.example",
      "/panelmalo",
      "/\\malo.example",
      "/panel/../orders",
    ]) {
      expect(await locationAfterSignIn(otherUrl), otherUrl).toBe("/panel");
    }
  });

  test("works with a second factor that was set up by typing its secret", async () => {
    const id = await office.createMember("marta@ejemplo.mx", [{ role: "sales", shopId: null }]);
    const factorPath = "/panel/mi-cuenta/segundo-factor";
    const cookie = await office.cookieOfMember(id);
    expect((await office.visit(factorPath, { cookie, form: { password: "otra" } })).text).toContain(
      "Esa no es tu contraseña actual",
    );
    const { text } = await office.visit(factorPath, { cookie, form: { password: STAFF_PASSWORD } });
    const secretText = /font-mono[^>]*>([A-Z2-7 ]{39})</.exec(text)![1]!.replaceAll(" ", "");
    const totp = new TOTP({ secret: Secret.fromBase32(secretText) });
    const confirmResponse = await office.visit(factorPath, { cookie, form: { code: totp.generate() } });
    expect(confirmResponse.text).toContain("Es la única vez que los verás");

    const form = { email: "marta@ejemplo.mx", password: STAFF_PASSWORD };
    const passwordResponse = await office.visit("/panel/entrar", { form });
    expect(passwordResponse.headers.get("location")).toBe("/panel/segundo-factor");
    const firstStepCookie = passwordResponse.headers.get("set-cookie")!.split(";")[0];
    expect((await office.visit("/panel", { cookie: firstStepCookie })).status).toBe(302);
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    const codeResponse = await office.visit("/panel/segundo-factor", { cookie: firstStepCookie, form: { code } });
    expect(codeResponse.headers.get("location")).toBe("/panel");
    const fullCookie = codeResponse.headers.get("set-cookie")!.split(";")[0];
    expect(fullCookie).not.toBe(firstStepCookie);
    expect((await office.visit("/panel", { cookie: fullCookie })).status).toBe(200);
  });

  test("a session that was ended or whose member was disabled is refused from the next request on", async () => {
    const cookie = await office.cookieOf("door");
    expect((await office.visit("/panel", { cookie })).status).toBe(200);
    await office.visit("/panel/salir", { cookie, form: {} });
    expect((await office.visit("/panel", { cookie })).status).toBe(302);

    const id = await office.createMember("breve@ejemplo.mx", [{ role: "door", shopId: null }]);
    const disabledMemberCookie = await office.cookieOfMember(id);
    const disableResult = await disableMember(office.app, id, { memberId: null, name: "consola", ip: null });
    expect(isRefusal(disableResult)).toBe(false);
    expect((await office.visit("/panel", { cookie: disabledMemberCookie })).status).toBe(302);
  });
});

describe("a page of the office", () => {
  test("is not cached, not indexed and loads from no other host", async () => {
    for (const path of ["/panel", "/panel/entrar", "/panel/no-existe", "/panel.data", "/PANEL", "/%70anel"]) {
      const { headers } = await office.visit(path, { as: "owner" });
      expect(headers.get("cache-control"), path).toBe("no-store");
      expect(headers.get("x-robots-tag"), path).toContain("noindex");
    }
    const csp = (await office.visit("/panel", { as: "owner" })).headers.get("content-security-policy")!;
    expect(csp).toMatch(/script-src 'self' 'sha256-/);
    expect(csp).not.toMatch(/script-src[^;]*(?:unsafe|https?:)/);
  });

  test("may use the camera, and a page of the shop may not", async () => {
    const policyOf = async (path: string) =>
      (await office.visit(path, { as: "owner" })).headers.get("permissions-policy");
    expect(await policyOf("/panel/existencias/recibir")).toContain("camera=(self)");
    expect(await policyOf("/")).toContain("camera=()");
  });

  test("is never shown to a concurrent visitor without a session, whatever the spelling of the path", async () => {
    for (const path of ["/panel", "/PANEL", "/%70anel"]) {
      const [ownerResponse, anonymousResponse] = await Promise.all([
        office.visit(path, { as: "owner" }),
        office.visit(path, {}),
      ]);
      expect(ownerResponse.text, path).toContain("Hola, Persona");
      expect(anonymousResponse.text, path).not.toContain("Persona");
    }
  });

  test("shows each member their own open tasks, and nothing without permission", async () => {
    const readHomePage = async (user: OfficeUser) => (await office.visit("/panel", { as: user })).text;
    expect(await readHomePage("warehouse")).toContain("Pedidos pagados por enviar");
    expect(await readHomePage("warehouse")).not.toContain("Comprobantes de transferencia");
    expect(await readHomePage("accounting")).toContain("Comprobantes de transferencia");
    expect(await readHomePage("owner")).toContain("Tareas y correos que fallan");
    expect(await readHomePage("branchOwner")).not.toContain("Tareas y correos que fallan");
    expect(await readHomePage("owner")).toContain('href="/panel/equipo"');
    expect(await readHomePage("sales")).not.toContain('href="/panel/equipo"');
  });

  test("loads the office's code and styles, and a page of the shop loads none of them", async () => {
    const signInHtml = (await office.visit("/panel/entrar")).text;
    expect(signInHtml).toMatch(/office-manifest-/);
    expect(signInHtml).not.toMatch(/\/assets\/app-[\w-]+\.css/);
    const { text } = await office.visit("/");
    expect(text).not.toMatch(/office|panel/);
    const [manifest] = /\/assets\/manifest-\w+\.js/.exec(text)!;
    expect(readFileSync(`${BUILD_FOLDER}/client${manifest}`, "utf8")).not.toContain("office/");
  });

  test("is available while the shop is in maintenance", async () => {
    await office.app.db
      .updateTable("shops")
      .set({
        settings: JSON.stringify({
          ...(await office.findShop()).settings,
          management: { canSell: true, allowInvoicing: false, maintenance: { enabled: true, information: "" } },
        }),
      })
      .where("key", "=", "matriz")
      .execute();
    await office.app.shops.refresh();
    expect((await office.visit("/cart")).status).toBe(503);
    expect((await office.visit("/panel/entrar")).status).toBe(200);
    expect((await office.visit("/panel", { as: "owner" })).status).toBe(200);
  });
});
