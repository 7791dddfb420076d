/** Labels of the states of an import. */
export const IMPORT_STATE_LABEL = {
  draft: "Sin empezar",
  running: "En marcha",
  stopped: "Detenida",
  done: "Terminada",
} as const;

/** Labels of a row's outcome, and of its expected outcome before the import. */
export const ROW_OUTCOME_LABEL = {
  created: "Nuevo",
  updated: "Cambia",
  unchanged: "Igual",
  refused: "No se toma",
} as const;
