import type { LegalFacts } from "../../../contract/legal-facts.ts";

/** The name of the person or company legally responsible for the shop, for use within a sentence. */
export function responsiblePartyName({ shop }: LegalFacts): string {
  const { legalName } = shop.settings.company;
  return legalName ? `${legalName} («${shop.name}»)` : `quien opera la tienda en línea «${shop.name}»`;
}

/** The way to write to the shop, such as "al correo …", for use within a sentence. */
export function contactPhrase({ shop }: LegalFacts): string {
  const { email } = shop.settings.company;
  if (email) return `al correo ${email}`;
  return shop.chat ? "por el chat de la tienda" : "por los medios de contacto que aparecen al final de esta página";
}
