import { z } from "zod";
import { Id, Pesos } from "./fields.ts";

/** A line of a cart, and frozen in the order it becomes. */
export const CartLine = z
  .object({
    productId: Id,
    brandId: Id.nullable(),
    attributeId: Id,
    brand: z.string().nullable(),
    name: z.string(),
    price: Pesos,
    wholesalePrice: Pesos.nullable(),
    shopPrice: Pesos.nullable(),
    shopWholesalePrice: Pesos.nullable(),
    unitPrice: Pesos.meta({ description: "Lo que esta tienda cobra por pieza ahora" }),
    quantity: z.number().int(),
    realQty: z.number().int().meta({ description: "Piezas que cuentan para el envío" }),
    madeToOrder: z.boolean().meta({ description: "De preventa y sin existencias: se hace sobre pedido" }),
    stock: z.number().int().meta({ description: "Lo que queda además de esta línea" }),
    image: z.string().nullable(),
    extended1: z.string().nullable(),
    extended2: z.string().nullable(),
  })
  .meta({ id: "CartLine" });
export type CartLine = z.output<typeof CartLine>;
