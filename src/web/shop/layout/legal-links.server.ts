import { paths } from "../../paths.ts";

export type FooterLink = [to: string, label: string];

/** The footer's links to the legal texts, and to the terms of promotions if the shop has any. */
export function legalLinks(hasPromotions: boolean): FooterLink[] {
  const links: FooterLink[] = [
    [paths.terms, "Términos y condiciones"],
    [paths.privacy, "Aviso de privacidad"],
  ];
  return hasPromotions ? [[paths.promotions, "Promociones"], ...links] : links;
}
