/** Papers that carriers' labels are printed on. */
export const LABEL_PAPERS = ["label", "letter"] as const;
export type LabelPaper = (typeof LABEL_PAPERS)[number];

export const LABEL_PAPER_NAME: Record<LabelPaper, string> = {
  label: "Etiquetas de 4 × 6 pulgadas",
  letter: "Hojas carta, dos por hoja",
};
