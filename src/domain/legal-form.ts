/**
 * Legal forms that end a company's name on its deed but not on an invoice. SAT stores the "régimen de capital"
 * separately and refuses a name that includes it (CFDI40145). Written without punctuation. The first form that matches
 * is removed.
 */
const LEGAL_FORMS = [
  "SOCIEDAD DE RESPONSABILIDAD LIMITADA DE CAPITAL VARIABLE",
  "SOCIEDAD DE RESPONSABILIDAD LIMITADA",
  "SOCIEDAD ANONIMA DE CAPITAL VARIABLE",
  "SOCIEDAD ANONIMA",
  "SOCIEDAD CIVIL",
  "ASOCIACION CIVIL",
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

/** Allows dots and blanks between the letters: "S.A. de C.V.", "SA DE CV", "S. A. DE C. V.". */
const ENDINGS = LEGAL_FORMS.map((form) => {
  const words = form.split(" ").map((word) => word.split("").join("[.\\s]*"));
  return new RegExp(`[\\s,]+${words.join("[.,]*\\s+")}[.]*$`);
});

/**
 * "ZAPATOS DEL NORTE" for "ZAPATOS DEL NORTE, S.A. DE C.V.". Null if the name does not end in a legal form. The result
 * is only a suggestion: some registered names end in these letters. The Constancia decides.
 */
export function nameWithoutLegalForm(name: string): string | null {
  const plainName = name.replace(/[ÁÉÍÓÚ]/g, (letter) => letter.normalize("NFD")[0]!);
  const ending = ENDINGS.find((pattern) => pattern.test(plainName));
  const shorterName = ending ? name.slice(0, plainName.search(ending)).trim() : "";
  return shorterName === "" ? null : shorterName;
}
