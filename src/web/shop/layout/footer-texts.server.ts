import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { chatUrl, chatLabel } from "../chat-url.ts";
import { legalLinks, type FooterLink } from "./legal-links.server.ts";

/** The links and the text of the footer. The server composes them, so that the browser's code does not contain them. */
export interface FooterTexts {
  helpLinks: FooterLink[];
  legalPageLinks: FooterLink[];
  /** How a customer can pay, and that prices include VAT. Null while the shop does not sell. */
  paymentText: string | null;
}

export function footerTexts(shop: PublicShop, { hasPromotions }: { hasPromotions: boolean }): FooterTexts {
  const { company, management, payments } = shop.settings;
  const helpLinks: FooterLink[] = [[paths.returns, "Cambios y devoluciones"]];
  if (management.allowInvoicing) helpLinks.unshift([paths.invoice, "Facturación"]);
  if (shop.chat) helpLinks.push([chatUrl(shop.chat, shop.name), chatLabel(shop.chat)]);
  if (company.email) helpLinks.push([`mailto:${company.email}`, "Escríbenos por correo"]);
  if (company.phone) helpLinks.push([`tel:${company.phone.replaceAll(/[^\d+]/g, "")}`, company.phone]);
  const paymentMethodTexts = [
    payments.enabled && "con tarjeta o en efectivo por Mercado Pago",
    payments.transfer && "por transferencia bancaria",
  ].filter(Boolean);
  const methodsText = paymentMethodTexts.length > 0 ? `Pagas ${paymentMethodTexts.join(", o ")}. ` : "";
  const paymentText = management.canSell ? `${methodsText}Precios en pesos mexicanos, con IVA.` : null;
  return { helpLinks, legalPageLinks: legalLinks(hasPromotions), paymentText };
}
