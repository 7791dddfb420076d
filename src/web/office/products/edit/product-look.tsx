import { Form, Link } from "react-router";
import type { ChosenProduct } from "../../../../server/catalog/change-look.ts";
import { MAX_LOOK_PRODUCTS } from "../../../../domain/look.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { Thumb } from "../../kit/thumb.tsx";
import { officePaths } from "../../paths.ts";

type LookProduct = Pick<ChosenProduct, "id" | "name" | "color" | "picture">;

/** A search for products to add, and its result. */
export interface LookSearch {
  term: string;
  products: LookProduct[];
}

/**
 * 'Completa el look': the products that staff chose to be worn with this one (rule LOOK-1) or, if they chose none,
 * those that the shop proposes (rule LOOK-2). Staff search for products to add.
 */
export function ProductLook({
  chosenProducts,
  proposedProducts,
  search,
  failure,
}: {
  chosenProducts: readonly ChosenProduct[];
  proposedProducts: readonly LookProduct[];
  search: LookSearch | undefined;
  failure: string | undefined;
}) {
  const foundProducts = search?.products.filter(({ id }) =>
    chosenProducts.every((chosenProduct) => chosenProduct.id !== id),
  );
  return (
    <Section title="Completa el look">
      <div id="look" className="scroll-mt-6 space-y-4">
        {failure && <Notice tone="error" alert title={failure} />}
        {chosenProducts.length === 0 ? (
          <ProposedLook products={proposedProducts} />
        ) : (
          <>
            <p className="text-sm text-soft">
              Así salen en su página, si hay existencias. Sin ninguno, la tienda elige.
            </p>
            <ChosenList chosenProducts={chosenProducts} />
          </>
        )}
        {chosenProducts.length < MAX_LOOK_PRODUCTS ? (
          <Form method="post" preventScrollReset className="flex flex-wrap items-start gap-3">
            <input type="hidden" name="intent" value="find-look" />
            <div className="min-w-52 grow">
              <TextField
                name="q"
                type="search"
                label="Busca un producto para agregarlo"
                hint="Por nombre, modelo o código"
                required={false}
                maxLength={100}
                defaultValue={search?.term}
              />
            </div>
            <Button type="submit" variant="secondary" className="mt-6.5">
              Buscar
            </Button>
          </Form>
        ) : (
          <p className="text-sm text-soft">Caben {MAX_LOOK_PRODUCTS}: quita uno para agregar otro.</p>
        )}
        {foundProducts?.length === 0 && (
          <p role="status" className="text-sm text-soft">
            Nada más a la venta se llama así.
          </p>
        )}
        {foundProducts && foundProducts.length > 0 && chosenProducts.length < MAX_LOOK_PRODUCTS && (
          <Candidates name="Productos encontrados" products={foundProducts} label="Agregar" />
        )}
      </div>
    </Section>
  );
}

function ChosenList({ chosenProducts }: { chosenProducts: readonly ChosenProduct[] }) {
  return (
    <ol aria-label="Productos del look" className="divide-y divide-line text-sm">
      {chosenProducts.map((product, index) => (
        <LookRow key={product.id} product={product}>
          {!product.isPublished && <Badge>Oculto</Badge>}
          {product.available === 0 && <Badge tone="warning">Agotado</Badge>}
          {index > 0 && <ChangeButton act="up" product={product} label="Antes" />}
          {index < chosenProducts.length - 1 && <ChangeButton act="down" product={product} label="Después" />}
          <ChangeButton act="remove" product={product} label="Quitar" />
        </LookRow>
      ))}
    </ol>
  );
}

function ProposedLook({ products }: { products: readonly LookProduct[] }) {
  if (products.length === 0) {
    return <p className="text-sm text-soft">No hay nada elegido, y la tienda no encuentra con qué combinarlo.</p>;
  }
  return (
    <>
      <p className="text-sm text-soft">
        No has elegido nada: la tienda propone prendas de otras categorías, en colores que combinan y con existencias.
        Hoy muestra estas.
      </p>
      <Candidates name="Propuestas de la tienda" products={products} label="Elegir" />
    </>
  );
}

/** Products that can be added to the look. */
function Candidates({ name, products, label }: { name: string; products: readonly LookProduct[]; label: string }) {
  return (
    <ul aria-label={name} className="divide-y divide-line text-sm">
      {products.map((product) => (
        <LookRow key={product.id} product={product}>
          <ChangeButton act="add" product={product} label={label} />
        </LookRow>
      ))}
    </ul>
  );
}

function LookRow({ product, children }: { product: LookProduct; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <Thumb picture={product.picture} />
      <span className="min-w-40 grow">
        <Link to={officePaths.product(product.id)} className="underline underline-offset-4">
          {nameOf(product)}
        </Link>
      </span>
      {children}
    </li>
  );
}

function ChangeButton({
  act,
  product,
  label,
}: {
  act: "add" | "remove" | "up" | "down";
  product: LookProduct;
  label: string;
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="look" />
      <Button
        type="submit"
        variant={act === "add" ? "secondary" : "quiet"}
        name="change"
        value={`${act} ${product.id}`}
        aria-label={`${label}: ${nameOf(product)}`}
      >
        {label}
      </Button>
    </Form>
  );
}

function nameOf({ name, color }: LookProduct): string {
  return [name, color].filter(Boolean).join(" · ");
}
