/**
 * The legal forms that a company's name ends in on its deed, not on an invoice: SAT keeps "régimen de capital" apart and
 * refuses a name that has it (CFDI40145). Without punctuation; longer ones first.
 */
const FORMS = [
  "SAPI DE CV SOFOM ENR",
  "SA DE CV SOFOM ENR",
  "SA DE CV SOFOM ER",
  "S DE RL DE CV",
  "S EN C POR A",
  "S DE RL MI",
  "SAPIB DE CV",
  "SAPI DE CV",
  "SAB DE CV",
  "SPR DE RI",
  "SPR DE RL",
  "SC DE RL DE CV",
  "SC DE RL",
  "SC DE CV",
  "SAS DE CV",
  "SA DE CV",
  "SC POR A",
  "S DE RL",
  "S EN NC",
  "S EN CS",
  "SAPI",
  "SAB",
  "SAS",
  "IAP",
  "ABP",
  "SCL",
  "SCP",
  "SA",
  "AC",
  "SC",
];

/** One letter after the other with anything a person puts between: "S.A. de C.V.", "SA DE CV", "S. A. DE C. V.". */
const ENDINGS = FORMS.map((form) => {
  const words = form.split(" ").map((word) => word.split("").join("[.\\s]*"));
  return new RegExp(`[\\s,]+${words.join("[.,]*\\s+")}[.]*$`);
});

/**
 * "ZAPATOS DEL NORTE" for "ZAPATOS DEL NORTE, S.A. DE C.V."; null where the name has no such end. A suggestion only: there are
 * names that really end so, the Constancia decides.
 */
export function nameWithoutCompanyForm(name: string): string | null {
  const ending = ENDINGS.find((ending) => ending.test(name));
  const shorter = ending ? name.replace(ending, "").trim() : "";
  return shorter === "" ? null : shorter;
}
