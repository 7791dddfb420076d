import type { LegalPageName } from "../../../../domain/legal-text.ts";

/** The legal pages by their paths in the shop. */
export const LEGAL_PAGES: Record<string, { page: LegalPageName; title: string }> = {
  "aviso-de-privacidad": { page: "privacy", title: "Aviso de privacidad" },
  terminos: { page: "terms", title: "Términos y condiciones" },
  "cambios-y-devoluciones": { page: "returns", title: "Cambios y devoluciones" },
};
