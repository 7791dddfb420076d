import { LEGAL_PAGES } from "./legal/legal-pages.ts";

/** Settings with their own pages, listed after the other sections. */
export const SETTINGS_PAGES: readonly { key: string; title: string; lead: string }[] = [
  { key: "portada", title: "Portada", lead: "Qué secciones se ven al llegar, y en qué orden." },
  { key: "banners", title: "Banners", lead: "Las fotos grandes de la portada: orden, enlace y fechas." },
  { key: "logo", title: "Logo", lead: "Una imagen en lugar del nombre." },
  {
    key: "terminos-al-comprar",
    title: "Términos al comprar",
    lead: "Lo que se acepta antes de pagar, con su versión.",
  },
  ...Object.entries(LEGAL_PAGES).map(([path, { title }]) => ({
    key: `textos/${path}`,
    title,
    lead: "El texto legal de la tienda, con sus versiones.",
  })),
  {
    key: "correos/pedido-recibido",
    title: "Textos de los correos",
    lead: "Lo que la tienda agrega a cada correo, con una muestra.",
  },
];
