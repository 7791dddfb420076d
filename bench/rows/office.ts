import { fillOrders } from "../../src/server/testing/fill-orders.ts";
import type { BenchShop } from "../bench-shop.ts";
import { fillCatalog } from "../fill-catalog.ts";
import { fillCustomersAndInvoices } from "../fill-customers.ts";
import { measureOfficePage, signInNewMember } from "../office-pages.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

/** `BENCH_ORDERS=1000000` for several years of a chain. Generating them takes some ten minutes. */
const ORDER_COUNT = Number(process.env.BENCH_ORDERS ?? 100_000);
const CUSTOMER_COUNT = 100_000;
const PRODUCT_COUNT = 10_000;

/** The office's lists as staff request them: 100,000 orders or more, 100,000 customers and nearly as many invoices. */
export const office: Measurement = {
  name: "office",
  async measure(shop) {
    await fillCatalog(shop, PRODUCT_COUNT);
    await fillOrders((text, values) => shop.query(text, values), ORDER_COUNT);
    await fillCustomersAndInvoices(shop, CUSTOMER_COUNT);
    const [branch] = (await shop.query("SELECT id FROM shops WHERE kind = 'branch' ORDER BY key LIMIT 1")).rows as [
      { id: string },
    ];
    const cookieOfAllShops = await signInNewMember(shop, { role: "owner", shopId: null });
    const cookieOfBranch = await signInNewMember(shop, { role: "owner", shopId: branch.id });
    const rows: Row[] = [];
    const label = `office, ${ORDER_COUNT.toLocaleString("en")} orders`;
    for (const [name, query] of await listOrderQueries(shop)) {
      rows.push(await measureOfficePage(shop, `${label}, ${name}`, `/panel/pedidos?${query}`, cookieOfAllShops));
    }
    for (const [name, path] of [...BRANCH_PAGES, ...ALL_SHOPS_PAGES]) {
      const isBranch = name.startsWith("a branch's");
      rows.push(await measureOfficePage(shop, `${label}, ${name}`, path, isBranch ? cookieOfBranch : cookieOfAllShops));
    }
    return rows;
  },
};

/** The queries of every view of the list, a page near its end, and searches that find one, some, most or no orders. */
async function listOrderQueries(shop: BenchShop): Promise<[name: string, query: string][]> {
  const { rows } = await shop.query(
    `SELECT reference, customer_phone AS phone, customer_email AS email, tracking_number AS guide,
      (SELECT provider_payment_id FROM payments p WHERE p.order_id = o.id) AS payment
    FROM orders o WHERE status = 'SHIPPED' AND customer_email LIKE 'cliente%' ORDER BY reference OFFSET 5000 LIMIT 1`,
  );
  const [sample] = rows as [{ reference: number; phone: string; email: string; guide: string; payment: string }];
  return [
    ["Todos", ""],
    ["Por empacar", "estado=PAYMENT_ACCEPTED"],
    ["Comprobantes por revisar", "comprobante=1"],
    ["Con avisos", "aviso=todos"],
    ["Sin pagar", "estado=WAITING_PAYMENT"],
    ["Apartados", "estado=RESERVED"],
    ["Preventa", "preventa=1"],
    ["a status without orders", "estado=PRESALE"],
    ["page near the end", `desde=${sample.reference}`],
    ["a month long ago", "del=2026-01-01&al=2026-01-31&pago=TB"],
    ["search: number", `q=${sample.reference}`],
    ["search: phone", `q=${sample.phone.slice(0, 2)}+${sample.phone.slice(2, 6)}+${sample.phone.slice(6)}`],
    ["search: names without accents", "q=nunez+jose"],
    ["search: email", `q=${encodeURIComponent(sample.email)}`],
    ["search: tracking number", `q=${sample.guide}`],
    ["search: payment", `q=${sample.payment}`],
    ["search: a product in one of ten orders", "q=vestido"],
    ["search: a word of all orders", "q=correo"],
    ["search: two common words that no order has together", "q=vestido+zapato+correo"],
    ["search: nothing", "q=zzyzx"],
  ];
}

const BRANCH_PAGES: [name: string, path: string][] = [
  ["a branch's orders, Todos", "/panel/pedidos"],
  ["a branch's orders, Por empacar", "/panel/pedidos?estado=PAYMENT_ACCEPTED"],
  ["a branch's orders, search: names", "/panel/pedidos?q=garcia"],
  ["a branch's customers", "/panel/clientes"],
  ["a branch's customers, search: names", "/panel/clientes?q=garcia"],
  ["a branch's invoices", "/panel/facturacion"],
];

const ALL_SHOPS_PAGES: [name: string, path: string][] = [
  ["customers", "/panel/clientes"],
  ["customers with an account", "/panel/clientes?tipo=registered"],
  ["customers, search: names without accents", "/panel/clientes?q=nunez"],
  ["customers, search: name and surname", "/panel/clientes?q=jose+nunez"],
  ["customers, search: email", "/panel/clientes?q=cliente70001@correo.example"],
  ["customers, search: a word of all customers", "/panel/clientes?q=correo"],
  ["customers, search: nothing", "/panel/clientes?q=zzyzx"],
  ["invoices", "/panel/facturacion"],
  ["invoices refused", "/panel/facturacion?estado=toCorrect"],
  ["invoices cancelled", "/panel/facturacion?estado=cancelled"],
  ["invoices of a month", "/panel/facturacion?del=2026-01-01&al=2026-01-31"],
  ["invoices, search: RFC", "/panel/facturacion?q=XAXX010101000"],
  ["invoices, search: name", "/panel/facturacion?q=nunez"],
  ["invoices, search: folio", "/panel/facturacion?q=70001"],
  ["invoices, search: nothing", "/panel/facturacion?q=zzyzx"],
  [`${PRODUCT_COUNT.toLocaleString("en")} products`, "/panel/productos"],
  ["products without stock", "/panel/productos?estado=no-stock"],
  ["products, search", "/panel/productos?q=vestido+lino"],
  ["stock", "/panel/existencias"],
  ["stock, search", "/panel/existencias?q=vestido+lino"],
  ["search of the whole panel", "/panel/buscar?q=nunez"],
  ["Inicio", "/panel"],
];
