import type { LegalFacts } from "../../../contract/legal-facts.ts";

/** Who is legally responsible for the shop, in the middle of a sentence. */
export function responsible({ shop }: LegalFacts): string {
  const { legalName } = shop.settings.company;
  return legalName ? `${legalName} («${shop.name}»)` : `quien opera la tienda en línea «${shop.name}»`;
}

/** Where to write to the shop, in the middle of a sentence. */
export function mailbox({ shop }: LegalFacts): string {
  const { email } = shop.settings.company;
  if (email) return `al correo ${email}`;
  return shop.chat ? "por el chat de la tienda" : "por los medios de contacto que aparecen al final de esta página";
}
