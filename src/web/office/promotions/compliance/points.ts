import type { LegalPageName } from "../../../../domain/legal-text.ts";
import { isUnlimited } from "../../../../domain/promotion-conditions.ts";
import { promotionState, type Promotion } from "../../../../domain/promotion-terms.ts";
import { LEGAL_PAGES } from "../../settings/legal/legal-pages.ts";
import { officePaths } from "../../paths.ts";

/** One point that the consumer authority (Profeco) checks in a shop. */
export interface CompliancePoint {
  title: string;
  /** ok: fulfilled. missing: the shop lacks something that the law requires. check: the owner has to decide. */
  state: "ok" | "missing" | "check";
  text: string;
  /** The path of the page that shows or changes it. */
  to: string;
}

interface CheckedPromotion extends Pick<Promotion, "id" | "name" | "startsAt" | "endsAt" | "needsCode"> {
  /** Whether every code has a maximum number of uses. */
  areAllCodesLimited: boolean;
}

/** The data of a shop that the points depend on. */
export interface CheckedShop {
  key: string;
  company: { legalName: string; address: string; email: string; phone: string };
  /** The legal pages with the owner's own text. The others show the standard text. */
  ownTexts: readonly LegalPageName[];
  /** Whether the customer pays a fee for paying online. */
  hasOnlineFee: boolean;
  promotions: readonly CheckedPromotion[];
}

/** All points of a shop: its company data, legal texts, prices and promotions (rule PROMO-23). */
export function listCompliancePoints(shop: CheckedShop, now: Date): CompliancePoint[] {
  return [
    ...listCompanyPoints(shop),
    ...listTextPoints(shop),
    createPricePoint(shop),
    ...listPromotionPoints(shop, now),
  ];
}

function listCompanyPoints({ key, company }: CheckedShop): CompliancePoint[] {
  const to = officePaths.settingsSection(key, "tienda");
  const createPoint = (title: string, value: string, missingText: string): CompliancePoint => ({
    title,
    to,
    state: value === "" ? "missing" : "ok",
    text: value === "" ? missingText : value,
  });
  return [
    createPoint("Quién vende", company.legalName, "Falta la razón social: se lee el nombre de la tienda."),
    createPoint("Domicilio", company.address, "Falta: tus clientes deben saber dónde reclamar (LFPC, art. 76 Bis)."),
    createPoint("Teléfono", company.phone, "Falta un teléfono al que te puedan llamar (LFPC, art. 76 Bis)."),
    createPoint("Correo", company.email, "Falta un correo para dudas y reclamaciones."),
  ];
}

function listTextPoints({ key, ownTexts }: CheckedShop): CompliancePoint[] {
  return Object.entries(LEGAL_PAGES).map(([path, { page, title }]) => ({
    title,
    to: officePaths.settingsSection(key, `textos/${path}`),
    state: ownTexts.includes(page) ? ("ok" as const) : ("check" as const),
    text: ownTexts.includes(page)
      ? "Publicado, con tus palabras."
      : "Publicado con el texto estándar y los datos de tus ajustes: léelo una vez.",
  }));
}

function createPricePoint({ key, hasOnlineFee }: CheckedShop): CompliancePoint {
  return {
    title: "Precio total",
    to: officePaths.settingsSection(key, "pago-en-linea"),
    state: hasOnlineFee ? "check" : "ok",
    text: hasOnlineFee
      ? "Los precios llevan IVA, y el total con envío se ve antes de pagar. Pagar en línea cuesta más: se dice antes de elegirlo, pero revisa que tu contrato con la terminal lo permita."
      : "Los precios llevan IVA, y el total con envío se ve antes de pagar (LFPC, art. 7 Bis).",
  };
}

function listPromotionPoints({ promotions }: CheckedShop, now: Date): CompliancePoint[] {
  const unendedPromotions = promotions.filter((promotion) => promotionState(promotion, now) !== "ended");
  if (unendedPromotions.length === 0) {
    return [
      {
        title: "Promociones",
        to: officePaths.promotions,
        state: "ok",
        text: "No corre ni espera ninguna. Cuando haya, aquí se revisan sus condiciones y su plazo.",
      },
    ];
  }
  return unendedPromotions.map((promotion) => {
    const hasNoLimit = isUnlimited(promotion, promotion.areAllCodesLimited);
    return {
      title: `Promoción «${promotion.name}»`,
      to: officePaths.promotion(promotion.id),
      state: hasNoLimit ? ("missing" as const) : ("ok" as const),
      text: hasNoLimit
        ? "Sin fin ni límite de usos: la ley la cuenta como ilimitada y la tienes que respetar a quien la pida (LFPC, art. 48). Ponle una fecha de fin."
        : "Dice sus condiciones y su plazo o número de usos (LFPC, art. 48).",
    };
  });
}
