export const IMPORT_STATE = {
  draft: "Sin empezar",
  running: "En marcha",
  stopped: "Detenida",
  done: "Terminada",
} as const;

/** What became of a row, or would. */
export const ROW_LABEL = { created: "Nuevo", updated: "Cambia", unchanged: "Igual", refused: "No se toma" } as const;
