import { formatDate } from "../../../domain/dates.ts";
import { formatMoney } from "../../../domain/money.ts";
import { ORDER_STATUS_LABEL } from "../../../domain/order-status.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { isAllowed, shopsWhere, type Grant, type Permission } from "../../../domain/staff-permissions.ts";
import type { App } from "../../../server/app.ts";
import { listCatalog } from "../../../server/catalog/list-catalog.ts";
import { findCustomers } from "../../../server/customers/office/find-customers.ts";
import { findInvoices } from "../../../server/invoicing/find-invoices.ts";
import { listOrdersForStaff } from "../../../server/orders/list-for-staff.ts";
import { listMembers } from "../../../server/staff/queries.ts";
import { officePaths } from "../paths.ts";
import { sectionsFor } from "../sections.ts";

/** Of each kind at most; the list of that kind shows the rest. */
const OF_KIND = 5;

export interface Found {
  title: string;
  hits: { to: string; label: string; about: string }[];
  /** The list of this kind with the same words; null where that was all. */
  more: string | null;
}

interface Kind {
  title: string;
  permission: Permission;
  where: "any" | "all";
  /** Up to one more than are shown. */
  find: (app: App, words: string, shops: "all" | string[]) => Promise<Found["hits"]>;
  list: string;
}

const KINDS: readonly Kind[] = [
  {
    title: "Pedidos",
    permission: "orders.view",
    where: "any",
    list: officePaths.orders,
    async find(app, words, shops) {
      const asked = { shops, search: words, statuses: [], shopId: null, method: null, flag: null, carrierId: null };
      const any = { isReceiptWaiting: false, from: null, before: null, isPresale: null };
      const page = { past: null, limit: OF_KIND + 1 };
      const { orders } = await listOrdersForStaff(app.db, { ...asked, ...any }, page);
      return orders.map(({ id, reference, customer, status, createdAt }) => ({
        to: officePaths.order(id),
        label: `#${reference} · ${customer}`,
        about: `${ORDER_STATUS_LABEL[status]} · ${formatDate(createdAt)}`,
      }));
    },
  },
  {
    title: "Clientes",
    permission: "customers.view",
    where: "any",
    list: officePaths.customers,
    async find(app, words, shops) {
      const search = { shops, words };
      const customers = await findCustomers(app.db, search, OF_KIND + 1);
      return customers.map(({ id, name, phone, email, orders }) => ({
        to: officePaths.customer(id),
        label: name,
        about: [formatPhone(phone), email, orders === 1 ? "1 pedido" : `${orders} pedidos`].filter(Boolean).join(" · "),
      }));
    },
  },
  {
    title: "Productos",
    permission: "catalog.edit",
    where: "all",
    list: officePaths.products,
    async find(app, words) {
      const filters = { term: words, categoryId: "", brandId: "", shopId: "", states: [] };
      const { rows } = await listCatalog(app.db, filters, "");
      return rows.slice(0, OF_KIND + 1).map(({ id, name, brands, priceCents, pieces }) => ({
        to: officePaths.product(id),
        label: name,
        about: [...brands, formatMoney(priceCents), `${pieces} en existencia`].join(" · "),
      }));
    },
  },
  {
    title: "Facturas",
    permission: "invoices.manage",
    where: "any",
    list: officePaths.invoices,
    async find(app, words, shops) {
      const invoices = await findInvoices(app.db, { shops, words }, OF_KIND + 1);
      return invoices.map(({ id, folio, name, rfc, totalCents }) => ({
        to: officePaths.invoice(id),
        label: `${folio} · ${name}`,
        about: `${rfc} · ${formatMoney(totalCents)}`,
      }));
    },
  },
  {
    title: "Equipo",
    permission: "staff.manage",
    where: "all",
    list: officePaths.team,
    async find(app, words) {
      const members = await listMembers(app);
      const wanted = plain(words);
      return members
        .filter(({ name, email }) => plain(`${name} ${email}`).includes(wanted))
        .map(({ id, name, email }) => ({ to: officePaths.member(id), label: name, about: email }));
    },
  },
];

/** Whatever these words name, of all that she may see; sections of the menu too. */
export async function findAnything(app: App, grants: readonly Grant[], words: string): Promise<Found[]> {
  const found = await Promise.all(
    KINDS.filter(({ permission, where }) => isAllowed(grants, permission, where)).map(async (kind) => {
      const hits = await kind.find(app, words, shopsWhere(grants, kind.permission));
      const more = hits.length > OF_KIND ? `${kind.list}?${new URLSearchParams({ q: words })}` : null;
      return { title: kind.title, hits: hits.slice(0, OF_KIND), more };
    }),
  );
  const sections = sectionsFor(grants).filter(({ label }) => plain(label).startsWith(plain(words)));
  const ways = sections.map(({ to, label }) => ({ to, label, about: "Sección del panel" }));
  return [{ title: "Secciones", hits: ways, more: null }, ...found].filter(({ hits }) => hits.length > 0);
}

/** Lower case without accents. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase();
}
