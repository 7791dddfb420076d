import type { SampleProductAndCarrier } from "../../../server/settings/sample-product-and-carrier.ts";
import type { ShopSettings } from "../../../contract/shop.ts";
import { MAX_TIMEOUTS } from "../../../domain/cart-expiry.ts";
import { shareOfStock } from "../../../domain/holding-caps.ts";
import { formatClabe } from "../../../domain/clabe.ts";
import { format24HourTime } from "../../../domain/dates.ts";
import { formatDeadline } from "../../../domain/long-date.ts";
import { bestInstallments, installmentsText, offeredPlans } from "../../../domain/installments.ts";
import { formatMoney, toCents, type Cents } from "../../../domain/money.ts";
import { pricesIn, unitPriceCents } from "../../../domain/price.ts";
import { quote, summarizeCart, type Quote } from "../../../domain/quote.ts";

/** A figure that a setting determines, with its stored and entered values. */
export interface SampleRow {
  label: string;
  stored: string;
  entered: string;
}

export interface SampleFigures {
  title: string;
  rows: SampleRow[];
}

/** What determines the figures: the kind of shop and its settings. Not the terms of sale. */
interface Terms {
  isBranch: boolean;
  settings: ShopSettings;
}

type SampleFunction = (terms: Terms, goods: SampleProductAndCarrier, now: Date) => Record<string, string>;

/** The sample figures of a section of settings; undefined when it has none. */
export function computeSampleFigures(
  sectionKey: string,
  {
    storedTerms,
    enteredTerms,
    goods,
    now,
  }: { storedTerms: Terms; enteredTerms: Terms; goods: SampleProductAndCarrier; now: Date },
): SampleFigures | undefined {
  const sample = SAMPLES[sectionKey];
  if (!sample) return undefined;
  const [storedRows, enteredRows] = [
    sample.toFigures(storedTerms, goods, now),
    sample.toFigures(enteredTerms, goods, now),
  ];
  const labels = [...new Set([...Object.keys(storedRows), ...Object.keys(enteredRows)])];
  return {
    title: sample.title,
    rows: labels.map((label) => ({ label, stored: storedRows[label] ?? "–", entered: enteredRows[label] ?? "–" })),
  };
}

const SAMPLES: Record<string, { title: string; toFigures: SampleFunction }> = {
  carrito: { title: "Un carrito que empieza ahora", toFigures: cartFigures },
  topes: { title: "Lo que una sola red puede apartar", toFigures: limitFigures },
  mayoreo: { title: "Dos carritos de ejemplo", toFigures: wholesaleFigures },
  "pago-en-linea": { title: "Un pedido de 3 piezas pagado en línea", toFigures: onlinePaymentFigures },
  transferencia: { title: "Un pedido por transferencia hecho ahora", toFigures: transferFigures },
  cuentas: { title: "Quien llega a comprar", toFigures: accountFigures },
  facturacion: { title: "En la tienda", toFigures: invoicingFigures },
  analitica: { title: "Quien llega por primera vez", toFigures: analyticsFigures },
  catalogo: { title: "La página de un producto", toFigures: catalogueFigures },
};

/** Pieces in stock of a small, a medium and a large shop. */
const STOCK_PIECES = [50, 1_000, 15_000];

function limitFigures({ settings }: Terms): Record<string, string> {
  const { address: ipLimits } = settings.limits;
  return Object.fromEntries(
    STOCK_PIECES.map((stockPieces) => {
      const maxPieces = shareOfStock(stockPieces, { percent: ipLimits.stockPercent, floor: ipLimits.stockFloor });
      const inCarts = Math.min(maxPieces, ipLimits.pieces);
      return [
        `En una tienda de ${stockPieces.toLocaleString("es-MX")} piezas`,
        `${maxPieces.toLocaleString("es-MX")}, de ellas ${inCarts.toLocaleString("es-MX")} en carritos`,
      ];
    }),
  );
}

const addMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

function cartFigures({ settings }: Terms, _goods: SampleProductAndCarrier, now: Date): Record<string, string> {
  const { timeout } = settings.carts;
  return {
    "Sus piezas se apartan hasta las": format24HourTime(addMinutes(now, timeout)),
    "Si sigue agregando, a lo más hasta las": format24HourTime(addMinutes(now, MAX_TIMEOUTS * timeout)),
    "El reloj se pone naranja a las": format24HourTime(addMinutes(now, Math.max(0, timeout - 10))),
    "Y rojo a las": format24HourTime(addMinutes(now, Math.max(0, timeout - 5))),
    "Piezas sobre pedido por código": String(settings.orders.presaleCap),
  };
}

function cartOf({ isBranch, settings }: Terms, { product }: SampleProductAndCarrier, pieces: number) {
  const shop = isBranch
    ? { kind: "branch" as const, wholesaleDiscountCents: toCents(settings.orders.wholesaleDto) }
    : { kind: "headOffice" as const };
  const prices = pricesIn(shop, product.basePrices);
  const rule = { allowed: settings.orders.allowWholesale, fromPieces: settings.orders.wholesaleQty };
  const summary = summarizeCart([{ sizeId: "", prices, pieces, isDigital: false }], rule);
  return { summary, unitCents: unitPriceCents(prices, summary.isWholesale) };
}

function wholesaleFigures(terms: Terms, goods: SampleProductAndCarrier): Record<string, string> {
  const { wholesaleQty } = terms.settings.orders;
  const sample: Record<string, string> = {};
  // The stored and the entered settings are applied to the same two carts: one piece, and ten pieces.
  for (const pieces of [1, 10]) {
    const { summary, unitCents } = cartOf(terms, goods, pieces);
    const { totalCents, packagingCents } = quote(summary, {
      carrier: null,
      insured: false,
      onlineFee: null,
      packagingCents: toCents(terms.settings.orders.packaging),
    });
    const label = pieces === 1 ? "1 pieza" : `${pieces} piezas`;
    sample[`${label} de «${goods.product.name}»: precio por pieza`] = formatMoney(unitCents);
    sample[`${label}: empaque`] = packagingCents === 0 ? "no se cobra" : formatMoney(packagingCents);
    sample[`${label}: total sin envío`] = formatMoney(totalCents);
  }
  sample["Mayoreo"] = terms.settings.orders.allowWholesale ? `desde ${wholesaleQty} piezas` : "no hay";
  return sample;
}

const SAMPLE_PIECES = 3;

function quoteOf(terms: Terms, goods: SampleProductAndCarrier, isOnline: boolean): Quote {
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

function onlinePaymentFigures(terms: Terms, goods: SampleProductAndCarrier, now: Date): Record<string, string> {
  const { enabled, windows } = terms.settings.payments;
  if (!enabled) return { "Pago en línea": "no se ofrece" };
  const { subtotalCents, shippingCents, extraShippingCents, packagingCents, onlineFeeCents, grandTotalCents } = quoteOf(
    terms,
    goods,
    true,
  );
  return {
    "Pago en línea": "se ofrece",
    Productos: formatMoney(subtotalCents),
    "Envío y empaque": formatMoney(shippingCents + extraShippingCents + packagingCents),
    "Comisión, con IVA": onlineFeeCents === 0 ? "no sale" : formatMoney(onlineFeeCents),
    Total: formatMoney(grandTotalCents),
    "Meses sin intereses": installmentsFigure(terms, grandTotalCents),
    "Se aparta hasta el": formatDeadline(addMinutes(now, windows.online * 60)),
    "La ficha de efectivo vale": windows.voucherDays === 1 ? "1 día" : `${windows.voucherDays} días`,
  };
}

function installmentsFigure({ settings: { payments } }: Terms, totalCents: Cents): string {
  const bestPlan = bestInstallments(offeredPlans(payments), totalCents);
  if (bestPlan) return installmentsText(bestPlan, totalCents);
  if (payments.installments.plans.length === 0) return "no se ofrecen";
  return payments.installments.confirmed ? "no para este total" : "no salen: falta confirmar";
}

function transferFigures(terms: Terms, goods: SampleProductAndCarrier, now: Date): Record<string, string> {
  const { transfer, windows, accounts } = terms.settings.payments;
  if (!transfer) return { Transferencia: "no se ofrece" };
  const sample: Record<string, string> = {
    Transferencia: "se ofrece",
    Total: formatMoney(quoteOf(terms, goods, false).grandTotalCents),
    "Se aparta hasta el": formatDeadline(addMinutes(now, windows.transfer * 60)),
    "Con comprobante, al menos hasta el": formatDeadline(addMinutes(now, windows.receipt * 60)),
    "El comprobante se guarda": `${windows.receiptDays} días después de enviar o cancelar el pedido`,
  };
  accounts.forEach(({ bank, beneficiary, clabe }, index) => {
    sample[`Cuenta ${index + 1}`] = `${bank}, ${beneficiary}, CLABE ${formatClabe(clabe)}`;
  });
  if (accounts.length === 0) sample["Cuentas"] = "ninguna: un asesor las da";
  return sample;
}

function accountFigures({ settings }: Terms): Record<string, string> {
  const { orders, accounts, reviews } = settings;
  return {
    "Puede comprar sin cuenta": orders.allowGuest ? "sí" : "no",
    "Acepta los términos": orders.termsInTwoSteps ? "página por página" : "con una casilla",
    "Su contraseña al registrarse": `${accounts.passwordMin} caracteres o más`,
    "Su contraseña al comprar": `${accounts.checkoutPasswordMin} caracteres o más`,
    "Correos al día, sin confirmar su buzón": `${accounts.unverifiedMailsPerDay} a lo más`,
    "Su reseña se ve": reviews.approveFirst ? "cuando alguien la aprueba" : "en cuanto la escribe",
    "La invitación a reseñar":
      reviews.inviteAfterDays === 0 ? "no sale" : `sale ${reviews.inviteAfterDays} días después del envío`,
  };
}

function invoicingFigures({ settings: { management } }: Terms): Record<string, string> {
  return {
    "El enlace «Facturación» del pie": management.allowInvoicing ? "sale" : "no sale",
    "La página de facturación": management.allowInvoicing
      ? "pide el número de pedido y el teléfono"
      : "dice que la facturación está en pausa",
  };
}

function analyticsFigures({ settings: { analytics } }: Terms): Record<string, string> {
  return {
    "El aviso de cookies": analytics ? "pregunta antes de medir" : "no sale",
    "Quién mide": analytics ? `Google Analytics, ${analytics.id}` : "nadie",
  };
}

function catalogueFigures(terms: Terms, goods: SampleProductAndCarrier): Record<string, string> {
  const { showStock, showWholesalePrice, showDescription, showDetailsButton } = terms.settings.products;
  const { orders } = terms.settings;
  const wholesaleUnitCents: Cents = cartOf(terms, goods, orders.wholesaleQty).unitCents;
  return {
    Producto: goods.product.name,
    "Precio de mayoreo":
      orders.allowWholesale && showWholesalePrice
        ? `${formatMoney(wholesaleUnitCents)} por pieza en compras desde ${orders.wholesaleQty} piezas`
        : "no se ve",
    "Piezas que quedan": showStock ? "«Quedan 4 piezas»" : "no se ve",
    Descripción: showDescription ? "se ve" : "no se ve",
    "Botón «Ver detalles» en la lista": showDetailsButton ? "se ve" : "no se ve",
  };
}
