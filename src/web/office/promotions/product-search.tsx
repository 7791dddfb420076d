import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Thumb } from "../kit/thumb.tsx";
import type { FoundProduct, SearchResult } from "./form-part.ts";

/** A search inside the form. It submits the whole form with its own intent, so that the typed values are kept. */
export function ProductSearch({
  label,
  name,
  intent,
  error,
}: {
  label: string;
  name: string;
  intent: string;
  error?: string | undefined;
}) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-52 grow">
        <TextField
          name={name}
          type="search"
          label={label}
          hint="Por nombre, modelo o código"
          error={error}
          required={false}
          maxLength={100}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            const buttons = event.currentTarget.form?.querySelectorAll<HTMLButtonElement>(`[value="${intent}"]`);
            buttons?.[0]?.click();
          }}
        />
      </div>
      <Button type="submit" name="intent" value={intent} variant="secondary" className="mt-6.5">
        Buscar
      </Button>
    </div>
  );
}

/** The found products. `children` renders the controls that choose a product. */
export function FoundProducts({
  result,
  children,
}: {
  result: SearchResult | undefined;
  children: (product: FoundProduct) => ReactNode;
}) {
  if (!result) return null;
  if (result.products.length === 0) {
    return (
      <p role="status" className="text-sm text-soft">
        Nada más se llama así en esta tienda.
      </p>
    );
  }
  return (
    <ul aria-label="Productos encontrados" className="divide-y divide-line text-sm">
      {result.products.map((product) => (
        <li key={product.id} className="flex flex-wrap items-center gap-3 py-2">
          <Thumb picture={product.picture} />
          {children(product)}
        </li>
      ))}
    </ul>
  );
}
