import { z } from "zod";

const WRONG_MEASURE_ERROR = { error: "Escribe centímetros, p. ej. 72 o 72.5" };

export const SizeGuide = z
  .object({
    unit: z.literal("cm").describe("The unit of all values."),
    columns: z.array(z.string()).meta({
      description: "What each column measures, in Spanish.",
      example: ["Pecho o busto", "Cintura"],
    }),
    rows: z
      .array(
        z.object({
          size: z.string().describe("A size's name: `attribute` of the product's sizes."),
          values: z.array(z.number()).describe("Centimetres with at most one decimal, one for each column."),
        }),
      )
      .describe("A row for each size, in the order people expect. It may have sizes that the product does not have."),
  })
  .meta({ id: "SizeGuide", description: "A table of measures by size, of the body or of the garment." });

const centimeters = () =>
  z
    .number(WRONG_MEASURE_ERROR)
    .min(0.1, { error: "La medida debe ser mayor que cero" })
    .max(300, { error: "Son más de 300 cm: revisa la medida" })
    .nullish();
const savedMeasure = (what: string) =>
  z.number().nullable().describe(`${what}, in centimetres. Null if it is not saved.`);

export const SaveMeasures = z
  .object({
    chest: centimeters().describe("Around the chest or bust, in centimetres."),
    waist: centimeters().describe("Around the waist, in centimetres."),
    hip: centimeters().describe("Around the hip, in centimetres."),
    foot: centimeters().describe("Length of the foot, in centimetres."),
    inseam: centimeters().describe("Inside length of the leg, in centimetres."),
  })
  .refine((measures) => Object.values(measures).some((value) => typeof value === "number"), {
    error: "Escribe al menos una medida",
  });

export const CustomerMeasures = z
  .object({
    chest: savedMeasure("Around the chest or bust"),
    waist: savedMeasure("Around the waist"),
    hip: savedMeasure("Around the hip"),
    foot: savedMeasure("Length of the foot"),
    inseam: savedMeasure("Inside length of the leg"),
  })
  .meta({ id: "CustomerMeasures", description: "The measures that a customer asked to save." });
export type SizeGuide = z.output<typeof SizeGuide>;
