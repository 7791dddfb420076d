import { useState } from "react";
import { call } from "../../client.ts";
import type { Product } from "../../../contract/catalog.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { RadioCard, TextField } from "../../ui/field.tsx";
import { NewSizeField, useSizesInStock, type WishProps } from "./line-fields.tsx";

const MAX_SHOWN_PRODUCTS = 6;

/** The product that the customer wants instead: a search for it, its sizes, and the price difference. */
export default function OtherProduct({ line, draft, error, onChange }: WishProps) {
  const [searchTerm, setSearchTerm] = useState("");
  const { products, failure, busy, search } = useProductSearch(line.productId);
  const [product, setProduct] = useState<Product>();
  const choose = (chosenProduct: Product) => {
    setProduct(chosenProduct);
    onChange({ ...draft, newAttributeId: "" });
  };
  return (
    <div className="space-y-3 border-l-2 border-line pl-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-44 grow">
          <TextField
            name={`search-${line.attributeId}`}
            label="Busca la prenda"
            type="search"
            enterKeyHint="search"
            required={false}
            maxLength={80}
            value={searchTerm}
            onChange={(event) => setSearchTerm(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              void search(searchTerm);
            }}
          />
        </div>
        <Button variant="secondary" busy={busy} onClick={() => void search(searchTerm)}>
          Buscar prenda
        </Button>
      </div>
      <div role="status" className="text-sm text-soft empty:hidden">
        {products?.length === 0 && "No encontramos nada así. Prueba con otra palabra."}
      </div>
      {failure && (
        <p role="alert" className="text-sm text-error">
          {failure}
        </p>
      )}
      {products?.map((candidate) => (
        <RadioCard
          key={candidate._id}
          name={`other-${line.attributeId}`}
          title={[candidate.name, candidate.color].filter(Boolean).join(" ")}
          checked={product?._id === candidate._id}
          onChange={() => choose(candidate)}
        >
          {hasOnePrice(candidate)
            ? `${formatMoney(priceOf(candidate))}. ${differenceText(priceOf(candidate), line.paid, draft.quantity)}`
            : `Desde ${formatMoney(priceOf(candidate))}.`}
        </RadioCard>
      ))}
      {product && <ChosenProductSize key={product._id} {...{ product, line, draft, error, onChange }} />}
      {!product && error && <p className="text-sm text-error">{error}</p>}
    </div>
  );
}

function ChosenProductSize({ product, line, ...fieldProps }: WishProps & { product: Product }) {
  const sizes = useSizesInStock(product._id);
  const { newAttributeId, quantity } = fieldProps.draft;
  return (
    <>
      <NewSizeField sizes={sizes} {...fieldProps} />
      <p role="status" className="text-sm empty:hidden">
        {newAttributeId !== "" && differenceText(priceOfSize(product, newAttributeId), line.paid, quantity)}
      </p>
    </>
  );
}

/** The price in centavos. If the sizes have different prices, it is the lowest. */
function priceOf({ price, shopPrice }: Product): number {
  return toCents(shopPrice ?? price);
}

function priceOfSize(product: Product, sizeId: string): number {
  const sizePrice = product.stocks.find(({ _id }) => _id === sizeId)?.price;
  return sizePrice == null ? priceOf(product) : toCents(sizePrice);
}

function hasOnePrice(product: Product): boolean {
  return product.stocks.every(({ _id }) => priceOfSize(product, _id) === priceOf(product));
}

/** The price difference of all returned pieces: "Pagas $500.00 más." */
function differenceText(priceCents: number, paidPesos: number, quantity: number): string {
  const cents = (priceCents - toCents(paidPesos)) * quantity;
  if (cents === 0) return "Cuesta lo mismo.";
  return cents > 0 ? `Pagas ${formatMoney(cents)} más.` : `Te devolvemos ${formatMoney(-cents)}.`;
}

function useProductSearch(excludedId: string) {
  const [products, setProducts] = useState<Product[]>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const search = async (searchTerm: string) => {
    if (busy || searchTerm.trim() === "") return;
    setBusy(true);
    const outcome = await call("searchProducts", {
      query: { searchTerm: searchTerm.trim(), size: MAX_SHOWN_PRODUCTS + 1 },
    });
    const isExchangeable = ({ _id, type }: Product) => _id !== excludedId && type !== "DIGITAL";
    setProducts(outcome.ok ? outcome.data.docs.filter(isExchangeable).slice(0, MAX_SHOWN_PRODUCTS) : undefined);
    setFailure(outcome.ok ? undefined : outcome.problem.detail);
    setBusy(false);
  };
  return { products, failure, busy, search };
}
