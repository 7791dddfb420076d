import { expect, test } from "vitest";
import {
  AGE_GROUP_LABEL,
  AGE_GROUPS,
  ageGroupName,
  GENDER_LABEL,
  GENDERS,
  readAgeGroup,
  readGender,
} from "./wearer.ts";

test.each([
  ["Mujer", "female"],
  ["DAMAS", "female"],
  ["male", "male"],
  ["Unisex", "unisex"],
  ["niña", { refused: "gender_unknown" }],
])("the gender %j is read as %o", (typed, expected) => expect(readGender(typed)).toEqual(expected));

test.each([
  ["Adultos", "adult"],
  ["adult", "adult"],
  ["ninos (5 a 13 años)", "kids"],
  ["Niños pequeños", "toddler"],
  ["viejitos", { refused: "age_group_unknown" }],
])("the age group %j is read as %o", (typed, expected) => expect(readAgeGroup(typed)).toEqual(expected));

test("every label is read as its own value", () => {
  for (const gender of GENDERS) expect(readGender(GENDER_LABEL[gender])).toBe(gender);
  for (const group of AGE_GROUPS) {
    expect([readAgeGroup(AGE_GROUP_LABEL[group]), readAgeGroup(ageGroupName(group))]).toEqual([group, group]);
  }
});
