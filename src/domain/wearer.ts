import { plainText } from "./plain-text.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** The gender that a garment is for, with the values of Google's product data specification. */
export const GENDERS = ["female", "male", "unisex"] as const;
export type Gender = (typeof GENDERS)[number];

export const GENDER_LABEL: Record<Gender, string> = { female: "Mujer", male: "Hombre", unisex: "Unisex" };

/** The age group that a garment is for, with the values of Google's product data specification. */
export const AGE_GROUPS = ["newborn", "infant", "toddler", "kids", "adult"] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

export const AGE_GROUP_LABEL: Record<AgeGroup, string> = {
  newborn: "Recién nacidos (hasta 3 meses)",
  infant: "Bebés (3 a 12 meses)",
  toddler: "Niños pequeños (1 a 5 años)",
  kids: "Niños (5 a 13 años)",
  adult: "Adultos",
};

export function isGender(text: string): text is Gender {
  return GENDERS.some((gender) => gender === text);
}

export function isAgeGroup(text: string): text is AgeGroup {
  return AGE_GROUPS.some((group) => group === text);
}

const GENDER_WORDS: Record<Gender, string> = {
  female: "female mujer mujeres dama damas women woman",
  male: "male hombre hombres caballero caballeros men man",
  unisex: "unisex",
};

/** A gender typed in Spanish or English, or as Google's value. */
export function readGender(typed: string): Gender | Refusal<"gender_unknown"> {
  const word = plainText(typed).trim();
  return GENDERS.find((gender) => GENDER_WORDS[gender].split(" ").includes(word)) ?? refuse("gender_unknown");
}

/** The name of an age group without its years: "Adultos". */
export function ageGroupName(group: AgeGroup): string {
  return AGE_GROUP_LABEL[group].replace(/ \(.*$/, "");
}

/** An age group typed by its Spanish name, with or without years, or as Google's value. */
export function readAgeGroup(typed: string): AgeGroup | Refusal<"age_group_unknown"> {
  const word = plainText(typed).replace(/\(.*$/, "").trim();
  return (
    AGE_GROUPS.find((group) => word === group || word === plainText(ageGroupName(group))) ?? refuse("age_group_unknown")
  );
}
