import { isAllowed, type Grant, type Permission } from "../../domain/staff-permissions.ts";
import { officePaths } from "./paths.ts";

interface OfficeSection {
  to: string;
  label: string;
  /** The keys `G` and this letter open the section. */
  letter: string;
  /** Null means every staff member. */
  permission: Permission | null;
  /** "all" requires the permission in every shop. */
  where: "any" | "all";
}

/** The office's sections in the order of the menu. */
const SECTIONS: readonly OfficeSection[] = [
  { to: officePaths.home, label: "Inicio", letter: "i", permission: null, where: "any" },
  { to: officePaths.orders, label: "Pedidos", letter: "p", permission: "orders.view", where: "any" },
  { to: officePaths.parcels(), label: "Envíos", letter: "h", permission: "orders.view", where: "any" },
  { to: officePaths.returns, label: "Devoluciones", letter: "w", permission: "orders.view", where: "any" },
  { to: officePaths.pickups(), label: "Recoger en tienda", letter: "l", permission: "orders.view", where: "any" },
  { to: officePaths.stock, label: "Existencias", letter: "e", permission: "stock.view", where: "any" },
  { to: officePaths.products, label: "Productos", letter: "o", permission: "catalog.edit", where: "all" },
  { to: officePaths.offers, label: "Ofertas", letter: "t", permission: "catalog.edit", where: "all" },
  { to: officePaths.categories, label: "Catálogo", letter: "k", permission: "catalog.edit", where: "all" },
  { to: officePaths.increments, label: "Precios por marca", letter: "x", permission: "catalog.edit", where: "any" },
  { to: officePaths.promotions, label: "Promociones", letter: "g", permission: "promotions.edit", where: "any" },
  { to: officePaths.presales, label: "Preventas", letter: "v", permission: "catalog.edit", where: "all" },
  { to: officePaths.events, label: "Boletos", letter: "b", permission: "events.view", where: "all" },
  { to: officePaths.channels(), label: "Canales de venta", letter: "d", permission: "catalog.edit", where: "all" },
  { to: officePaths.invoices, label: "Facturación", letter: "f", permission: "invoices.manage", where: "any" },
  { to: officePaths.customers, label: "Clientes", letter: "c", permission: "customers.view", where: "any" },
  { to: officePaths.reviews, label: "Reseñas", letter: "r", permission: "reviews.moderate", where: "any" },
  {
    to: officePaths.shippingAndPayments(),
    label: "Envíos y pagos",
    letter: "n",
    permission: "settings.edit",
    where: "any",
  },
  { to: officePaths.shops, label: "Sucursales", letter: "u", permission: "settings.edit", where: "all" },
  { to: officePaths.settings(), label: "Ajustes", letter: "a", permission: "settings.edit", where: "any" },
  { to: officePaths.system, label: "Sistema", letter: "s", permission: "system.view", where: "all" },
  { to: officePaths.team, label: "Equipo", letter: "q", permission: "staff.manage", where: "all" },
  { to: officePaths.account, label: "Mi cuenta", letter: "m", permission: null, where: "any" },
];

/**
 * The sections for these grants. The prices by brand are a page of the catalogue, so they are a section only for
 * members without the catalogue.
 */
export function listAllowedSections(grants: readonly Grant[]): Pick<OfficeSection, "to" | "label" | "letter">[] {
  const allowedSections = SECTIONS.filter(
    ({ permission, where }) => permission === null || isAllowed(grants, permission, where),
  );
  const hasCatalogue = allowedSections.some(({ to }) => to === officePaths.categories);
  return allowedSections
    .filter(({ to }) => to !== officePaths.increments || !hasCatalogue)
    .map(({ to, label, letter }) => ({ to, label, letter }));
}
