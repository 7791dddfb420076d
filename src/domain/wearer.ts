/** Whom a garment is made for, in the words of Google's product data specification. */
export const GENDERS = ["female", "male", "unisex"] as const;
export type Gender = (typeof GENDERS)[number];

export const GENDER_LABEL: Record<Gender, string> = { female: "Mujer", male: "Hombre", unisex: "Unisex" };

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
