import { z } from "zod";

/** A whole number within limits, with an error for staff. */
export const wholeNumber = (min: number, max: number) => {
  const error = `Escribe un entero de ${min} a ${max.toLocaleString("es-MX")}`;
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** The dimensions of a box in centimetres, and its empty weight in grams. */
export const DIMENSION_AND_WEIGHT_FIELDS = {
  lengthCm: wholeNumber(1, 200),
  widthCm: wholeNumber(1, 200),
  heightCm: wholeNumber(1, 200),
  emptyGrams: wholeNumber(0, 20_000),
};
