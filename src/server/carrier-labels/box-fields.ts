import { z } from "zod";

/** A whole number within limits, with an error for staff. */
export const whole = (min: number, max: number) => {
  const error = `Escribe un entero de ${min} a ${max.toLocaleString("es-MX")}`;
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** The measures of a box, in centimetres and grams. */
export const BOX_FIELDS = {
  lengthCm: whole(1, 200),
  widthCm: whole(1, 200),
  heightCm: whole(1, 200),
  emptyGrams: whole(0, 20_000),
};
