/** Settings with a page of their own, after the plain sections. */
export const SETTINGS_PAGES = [
  { key: "banners", title: "Banners", lead: "Las fotos grandes de la portada: orden, enlace y fechas." },
] as const;
