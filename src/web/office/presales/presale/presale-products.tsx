import { Form } from "react-router";
import type { StaffPresaleProduct } from "../../../../server/presale/list-presale-products-for-staff.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Section } from "../../kit/section.tsx";
import { Thumb } from "../../kit/thumb.tsx";

type ListedProduct = Pick<StaffPresaleProduct, "id" | "name" | "color" | "picture">;

/** The presale's products, and a search for products to add. */
export function PresaleProducts({
  products,
  foundProducts,
  term,
}: {
  products: readonly StaffPresaleProduct[];
  foundProducts: readonly ListedProduct[];
  term: string;
}) {
  return (
    <Section title="Productos">
      {products.length === 0 ? (
        <p className="text-sm text-soft">Todavía no tiene productos: búscalos aquí abajo.</p>
      ) : (
        <ul aria-label="Productos de la preventa" className="divide-y divide-line">
          {products.map((product) => (
            <ProductRow key={product.id} product={product} intent="remove" buttonLabel="Sacar">
              {product.available === 0 ? "Sobre pedido" : `${product.available} piezas a la venta`}
            </ProductRow>
          ))}
        </ul>
      )}
      <Form role="search" method="get" className="flex max-w-xl items-end gap-3">
        <div className="grow">
          <TextField
            name="producto"
            type="search"
            label="Busca un producto para meterlo"
            optional
            defaultValue={term}
          />
        </div>
        <Button type="submit" variant="secondary">
          Buscar
        </Button>
      </Form>
      {term !== "" && foundProducts.length === 0 && (
        <p className="text-sm text-soft">Nada en venta normal se llama así.</p>
      )}
      {foundProducts.length > 0 && (
        <>
          <p className="text-sm text-soft">
            Al meterlo deja la venta normal: solo lo ve y compra quien tiene un código de esta preventa.
          </p>
          <ul aria-label="Productos encontrados" className="divide-y divide-line">
            {foundProducts.map((product) => (
              <ProductRow key={product.id} product={product} intent="add" buttonLabel="Meter" />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function ProductRow({
  product: { id, name, color, picture },
  intent,
  buttonLabel,
  children,
}: {
  product: ListedProduct;
  intent: string;
  buttonLabel: string;
  children?: string;
}) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-2 text-sm">
      <Thumb picture={picture} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="text-soft">{[color, children].filter(Boolean).join(" · ")}</span>
      </span>
      <Form method="post">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="product" value={id} />
        <Button type="submit" variant="secondary" aria-label={`${buttonLabel} ${name}`}>
          {buttonLabel}
        </Button>
      </Form>
    </li>
  );
}
