export const IMPORT_STATE = {
  draft: "Sin empezar",
  running: "En marcha",
  stopped: "Detenida",
  done: "Terminada",
} as const;

/** The outcome of a row, before or after the import. */
export const ROW_LABEL = { created: "Nuevo", updated: "Cambia", unchanged: "Igual", refused: "No se toma" } as const;
