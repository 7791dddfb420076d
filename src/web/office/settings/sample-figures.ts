import type { ShopSettings } from "../../../contract/shop.ts";
import { shareOfStock } from "../../../domain/holding-caps.ts";
import { formatClabe } from "../../../domain/clabe.ts";
import { formatDeadline, formatTime } from "../../../domain/dates.ts";
import { formatMoney, toCents, type Cents } from "../../../domain/money.ts";
import { pricesIn, unitPriceCents, type ListPrice } from "../../../domain/price.ts";
import { quote, summarizeCart, type CarrierTerms, type Quote } from "../../../domain/quote.ts";

/** What a setting does, in figures: as it is, and as it would be. */
export interface SampleRow {
  label: string;
  before: string;
  after: string;
}

export interface SampleFigures {
  title: string;
  rows: SampleRow[];
}

export interface Goods {
  product: { name: string; list: ListPrice };
  carrier: { name: string; terms: CarrierTerms } | null;
}

interface Terms {
  isBranch: boolean;
  settings: ShopSettings;
}

type Told = (terms: Terms, goods: Goods, now: Date) => Record<string, string>;

/** The sample of a section of settings; undefined where there is nothing to count. */
export function sampleFigures(
  section: string,
  { before, after, goods, at }: { before: Terms; after: Terms; goods: Goods; at: Date },
): SampleFigures | undefined {
  const told = TOLD[section];
  if (!told) return undefined;
  const [is, willBe] = [told.tell(before, goods, at), told.tell(after, goods, at)];
  const labels = [...new Set([...Object.keys(is), ...Object.keys(willBe)])];
  return {
    title: told.title,
    rows: labels.map((label) => ({ label, before: is[label] ?? "–", after: willBe[label] ?? "–" })),
  };
}

const TOLD: Record<string, { title: string; tell: Told }> = {
  carrito: { title: "Un carrito que empieza ahora", tell: tellClock },
  topes: { title: "Lo que una sola red puede apartar", tell: tellLimits },
  mayoreo: { title: "Dos carritos de ejemplo", tell: tellWholesale },
  "pago-en-linea": { title: "Un pedido de 3 piezas pagado en línea", tell: tellOnline },
  transferencia: { title: "Un pedido por transferencia hecho ahora", tell: tellTransfer },
  cuentas: { title: "Quien llega a comprar", tell: tellAccounts },
  facturacion: { title: "En la tienda", tell: tellInvoicing },
  analitica: { title: "Quien llega por primera vez", tell: tellAnalytics },
  catalogo: { title: "La página de un producto", tell: tellCatalogue },
};

/** Shelves of a small, a middling and a large shop, in pieces. */
const SHELVES = [50, 1_000, 15_000];

function tellLimits({ settings }: Terms): Record<string, string> {
  const { address } = settings.limits;
  return Object.fromEntries(
    SHELVES.map((shelf) => {
      const most = shareOfStock(shelf, { percent: address.stockPercent, floor: address.stockFloor });
      const inCarts = Math.min(most, address.pieces);
      return [
        `En una tienda de ${shelf.toLocaleString("es-MX")} piezas`,
        `${most.toLocaleString("es-MX")}, de ellas ${inCarts.toLocaleString("es-MX")} en carritos`,
      ];
    }),
  );
}

/** A cart's time starts anew with each change, never past three times its length (rule CART-2). */
const LONGEST = 3;

const later = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

function tellClock({ settings }: Terms, _goods: Goods, now: Date): Record<string, string> {
  const { timeout } = settings.carts;
  return {
    "Sus piezas se apartan hasta las": formatTime(later(now, timeout)),
    "Si sigue agregando, a lo más hasta las": formatTime(later(now, LONGEST * timeout)),
    "El reloj se pone naranja a las": formatTime(later(now, Math.max(0, timeout - 10))),
    "Y rojo a las": formatTime(later(now, Math.max(0, timeout - 5))),
    "Piezas sobre pedido por código": String(settings.orders.presaleCap),
  };
}

function cartOf({ isBranch, settings }: Terms, { product }: Goods, pieces: number) {
  const shop = isBranch
    ? { kind: "branch" as const, wholesaleDiscountCents: toCents(settings.orders.wholesaleDto) }
    : { kind: "headOffice" as const };
  const prices = pricesIn(shop, product.list);
  const rule = { allowed: settings.orders.allowWholesale, fromPieces: settings.orders.wholesaleQty };
  const summary = summarizeCart([{ prices, pieces, isDigital: false }], rule);
  return { summary, unitCents: unitPriceCents(prices, summary.wholesale) };
}

function tellWholesale(terms: Terms, goods: Goods): Record<string, string> {
  const { wholesaleQty } = terms.settings.orders;
  const told: Record<string, string> = {};
  // The same two carts on both sides: the least that earns it, and one piece.
  for (const pieces of [1, 10]) {
    const { summary, unitCents } = cartOf(terms, goods, pieces);
    const { totalCents, packagingCents } = quote(summary, {
      carrier: null,
      insured: false,
      onlineFee: null,
      packagingCents: toCents(terms.settings.orders.packaging),
    });
    const of = pieces === 1 ? "1 pieza" : `${pieces} piezas`;
    told[`${of} de «${goods.product.name}»: precio por pieza`] = formatMoney(unitCents);
    told[`${of}: empaque`] = packagingCents === 0 ? "no se cobra" : formatMoney(packagingCents);
    told[`${of}: total sin envío`] = formatMoney(totalCents);
  }
  told["Mayoreo"] = terms.settings.orders.allowWholesale ? `desde ${wholesaleQty} piezas` : "no hay";
  return told;
}

const SAMPLE_PIECES = 3;

function figuresOf(terms: Terms, goods: Goods, isOnline: boolean): Quote {
  const { summary } = cartOf(terms, goods, SAMPLE_PIECES);
  const { fee, base } = terms.settings.payments;
  const onlineFee = isOnline ? { rateBps: Math.round(fee * 100), baseCents: toCents(base) } : null;
  return quote(summary, {
    carrier: goods.carrier?.terms ?? null,
    insured: false,
    onlineFee,
    packagingCents: toCents(terms.settings.orders.packaging),
  });
}

function tellOnline(terms: Terms, goods: Goods, now: Date): Record<string, string> {
  const { enabled, windows } = terms.settings.payments;
  if (!enabled) return { "Pago en línea": "no se ofrece" };
  const { subtotalCents, shippingCents, extraShippingCents, packagingCents, onlineFeeCents, grandTotalCents } =
    figuresOf(terms, goods, true);
  return {
    "Pago en línea": "se ofrece",
    Productos: formatMoney(subtotalCents),
    "Envío y empaque": formatMoney(shippingCents + extraShippingCents + packagingCents),
    "Comisión, con IVA": onlineFeeCents === 0 ? "no sale" : formatMoney(onlineFeeCents),
    Total: formatMoney(grandTotalCents),
    "Se aparta hasta el": formatDeadline(later(now, windows.online * 60)),
    "La ficha de efectivo vale": windows.voucherDays === 1 ? "1 día" : `${windows.voucherDays} días`,
  };
}

function tellTransfer(terms: Terms, goods: Goods, now: Date): Record<string, string> {
  const { transfer, windows, accounts } = terms.settings.payments;
  if (!transfer) return { Transferencia: "no se ofrece" };
  const told: Record<string, string> = {
    Transferencia: "se ofrece",
    Total: formatMoney(figuresOf(terms, goods, false).grandTotalCents),
    "Se aparta hasta el": formatDeadline(later(now, windows.transfer * 60)),
    "Con comprobante, al menos hasta el": formatDeadline(later(now, windows.receipt * 60)),
    "El comprobante se guarda": `${windows.receiptDays} días después de enviarlo`,
  };
  accounts.forEach(({ bank, beneficiary, clabe }, index) => {
    told[`Cuenta ${index + 1}`] = `${bank}, ${beneficiary}, CLABE ${formatClabe(clabe)}`;
  });
  if (accounts.length === 0) told["Cuentas"] = "ninguna: un asesor las da";
  return told;
}

function tellAccounts({ settings }: Terms): Record<string, string> {
  const { orders, accounts, reviews } = settings;
  return {
    "Puede comprar sin cuenta": orders.allowGuest ? "sí" : "no",
    "Su contraseña al registrarse": `${accounts.passwordMin} caracteres o más`,
    "Su contraseña al comprar": `${accounts.checkoutPasswordMin} caracteres o más`,
    "Correos al día, sin confirmar su buzón": `${accounts.unverifiedMailsPerDay} a lo más`,
    "Su reseña se ve": reviews.approveFirst ? "cuando alguien la aprueba" : "en cuanto la escribe",
  };
}

function tellInvoicing({ settings: { management } }: Terms): Record<string, string> {
  return {
    "El enlace «Facturación» del pie": management.allowInvoicing ? "sale" : "no sale",
    "La página de facturación": management.allowInvoicing
      ? "pide el número de pedido y el teléfono"
      : "dice que la facturación está en pausa",
  };
}

function tellAnalytics({ settings: { analytics } }: Terms): Record<string, string> {
  return {
    "El aviso de cookies": analytics ? "pregunta antes de medir" : "no sale",
    "Quién mide": analytics ? `Google Analytics, ${analytics.id}` : "nadie",
  };
}

function tellCatalogue(terms: Terms, goods: Goods): Record<string, string> {
  const { showStock, showWholesalePrice, showDescription, showDetailsButton } = terms.settings.products;
  const { orders } = terms.settings;
  const wholesale: Cents = cartOf(terms, goods, orders.wholesaleQty).unitCents;
  return {
    Producto: goods.product.name,
    "Precio de mayoreo":
      orders.allowWholesale && showWholesalePrice
        ? `${formatMoney(wholesale)} por pieza en compras desde ${orders.wholesaleQty} piezas`
        : "no se ve",
    "Piezas que quedan": showStock ? "«Quedan 4 piezas»" : "no se ve",
    Descripción: showDescription ? "se ve" : "no se ve",
    "Botón «Ver detalles» en la lista": showDetailsButton ? "se ve" : "no se ve",
  };
}
