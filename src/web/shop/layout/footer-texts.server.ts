import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { chatUrl, chatLabel } from "../chat-url.ts";
import { legalLinks, type FooterLink } from "./legal-links.server.ts";

/** The texts of the footer. The server writes them, so that the browser's code does not need them. */
export interface FooterTexts {
  help: FooterLink[];
  legal: FooterLink[];
  /** How a customer can pay. Null while the shop does not sell. */
  payment: string | null;
}

export function footerTexts(shop: PublicShop, { hasPromotions }: { hasPromotions: boolean }): FooterTexts {
  const { company, management, payments } = shop.settings;
  const help: FooterLink[] = [[paths.returns, "Cambios y devoluciones"]];
  if (management.allowInvoicing) help.unshift([paths.invoice, "Facturación"]);
  if (shop.chat) help.push([chatUrl(shop.chat, shop.name), chatLabel(shop.chat)]);
  if (company.email) help.push([`mailto:${company.email}`, "Escríbenos por correo"]);
  if (company.phone) help.push([`tel:${company.phone.replaceAll(/[^\d+]/g, "")}`, company.phone]);
  const paymentMethods = [
    payments.enabled && "con tarjeta o en efectivo por Mercado Pago",
    payments.transfer && "por transferencia bancaria",
  ].filter(Boolean);
  const methodsText = paymentMethods.length > 0 ? `Pagas ${paymentMethods.join(", o ")}. ` : "";
  const payment = management.canSell ? `${methodsText}Precios en pesos mexicanos, con IVA.` : null;
  return { help, legal: legalLinks(hasPromotions), payment };
}
