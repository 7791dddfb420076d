import { formatDateTime } from "../../../domain/dates.ts";
import { formatMoney } from "../../../domain/money.ts";
import { orderStatusLabel } from "../../../domain/order-status.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { isAllowed, shopsWithPermission, type Grant, type Permission } from "../../../domain/staff-permissions.ts";
import type { App } from "../../../server/app.ts";
import { findSizes } from "../../../server/catalog/find-sizes.ts";
import { listCatalog } from "../../../server/catalog/list-catalog.ts";
import { findCustomers } from "../../../server/customers/office/find-customers.ts";
import { searchInvoices } from "../../../server/invoicing/search-invoices.ts";
import { listOrdersForStaff } from "../../../server/orders/list-for-staff.ts";
import { listMembers } from "../../../server/staff/queries.ts";
import { officePaths } from "../paths.ts";
import { listAllowedSections } from "../sections.ts";

/** Maximum hits of each kind. The page of that kind shows the rest. */
const MAX_HITS = 5;

export interface HitGroup {
  title: string;
  /** `isExact`: the search is exactly its code. */
  hits: { to: string; label: string; details: string; isExact?: boolean }[];
  /** The path of this kind's list with the same search. Null if `find` returned no more hits than are shown. */
  moreHitsPath: string | null;
}

interface SearchKind {
  title: string;
  permission: Permission;
  where: "any" | "all";
  /** More than `MAX_HITS` hits mean that the list of this kind has more. */
  find: (app: App, term: string, shops: "all" | string[]) => Promise<HitGroup["hits"]>;
  listPath: string;
}

const KINDS: readonly SearchKind[] = [
  {
    title: "Pedidos",
    permission: "orders.view",
    where: "any",
    listPath: officePaths.orders,
    async find(app, term, shops) {
      const filters = { shops, term, statuses: [], shopId: null, method: null, flag: null, carrierId: null };
      const noFilters = { isReceiptWaiting: false, from: null, before: null, isPresale: null };
      const page = { afterReference: null, limit: MAX_HITS + 1 };
      const { orders } = await listOrdersForStaff(app.db, { ...filters, ...noFilters }, page);
      return orders.map(({ id, reference, customer, status, chargesDifference, createdAt }) => ({
        to: officePaths.order(id),
        label: `#${reference} · ${customer}`,
        details: `${orderStatusLabel(status, chargesDifference)} · ${formatDateTime(createdAt)}`,
      }));
    },
  },
  {
    title: "Clientes",
    permission: "customers.view",
    where: "any",
    listPath: officePaths.customers,
    async find(app, term, shops) {
      const search = { shops, term };
      const customers = await findCustomers(app.db, search, MAX_HITS + 1);
      return customers.map(({ id, name, phone, email, username, orderCount }) => ({
        to: officePaths.customer(id),
        label: name,
        details: [
          formatPhone(phone),
          email ?? (username && `entra con ${formatPhone(username)}`),
          orderCount === 1 ? "1 pedido" : `${orderCount} pedidos`,
        ]
          .filter(Boolean)
          .join(" · "),
      }));
    },
  },
  {
    title: "Existencias",
    permission: "stock.view",
    where: "any",
    listPath: officePaths.stock,
    async find(app, term, shops) {
      const { exact: exactSize, products } = await findSizes(app.db, term, { among: shops, limit: 1 });
      if (!exactSize) return [];
      const label = `${products[0]!.name} · ${exactSize.sizeName}`;
      return [
        {
          to: officePaths.stockSize(exactSize.sizeId),
          label,
          details: `${exactSize.available} a la venta`,
          isExact: true,
        },
      ];
    },
  },
  {
    title: "Productos",
    permission: "catalog.edit",
    where: "all",
    listPath: officePaths.products,
    async find(app, term) {
      const filters = { term, categoryId: "", brandId: "", shopId: "", states: [] };
      const { rows } = await listCatalog(app.db, filters, "");
      if (rows.length === 0) return findMistypedProducts(app, term);
      return rows.slice(0, MAX_HITS + 1).map(({ id, name, brands, priceCents, pieces }) => ({
        to: officePaths.product(id),
        label: name,
        details: [...brands, formatMoney(priceCents), `${pieces} en existencia`].join(" · "),
      }));
    },
  },
  {
    title: "Facturas",
    permission: "invoices.manage",
    where: "any",
    listPath: officePaths.invoices,
    async find(app, term, shops) {
      const invoices = await searchInvoices(app.db, { shops, term }, MAX_HITS + 1);
      return invoices.map(({ id, folio, name, rfc, totalCents }) => ({
        to: officePaths.invoice(id),
        label: `${folio} · ${name}`,
        details: `${rfc} · ${formatMoney(totalCents)}`,
      }));
    },
  },
  {
    title: "Equipo",
    permission: "staff.manage",
    where: "all",
    listPath: officePaths.team,
    async find(app, term) {
      const members = await listMembers(app);
      const normalizedTerm = normalize(term);
      return members
        .filter(({ name, email }) => normalize(`${name} ${email}`).includes(normalizedTerm))
        .map(({ id, name, email }) => ({ to: officePaths.member(id), label: name, details: email }));
    },
  },
];

/** Products whose name resembles a misspelt term. */
async function findMistypedProducts(app: App, term: string): Promise<HitGroup["hits"]> {
  const { products } = await findSizes(app.db, term, { among: "all", limit: MAX_HITS });
  return products.map(({ id, name, color, sizes }) => ({
    to: officePaths.product(id),
    label: name,
    details: [color, `${sizes.reduce((sum, { available }) => sum + available, 0)} en existencia`]
      .filter(Boolean)
      .join(" · "),
  }));
}

/** Searches the kinds that the member may see, and the labels of the menu's sections that they may open. */
export async function findAnything(app: App, grants: readonly Grant[], term: string): Promise<HitGroup[]> {
  const groups = await Promise.all(
    KINDS.filter(({ permission, where }) => isAllowed(grants, permission, where)).map(async (kind) => {
      const hits = await kind.find(app, term, shopsWithPermission(grants, kind.permission));
      const moreHitsPath = hits.length > MAX_HITS ? `${kind.listPath}?${new URLSearchParams({ q: term })}` : null;
      return { title: kind.title, hits: hits.slice(0, MAX_HITS), moreHitsPath };
    }),
  );
  const sections = listAllowedSections(grants).filter(({ label }) => normalize(label).startsWith(normalize(term)));
  const sectionHits = sections.map(({ to, label }) => ({ to, label, details: "Sección del panel" }));
  const sectionGroup = { title: "Secciones", hits: sectionHits, moreHitsPath: null };
  return [sectionGroup, ...groups].filter(({ hits }) => hits.length > 0);
}

/** In lower case and without accents. */
function normalize(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase();
}
