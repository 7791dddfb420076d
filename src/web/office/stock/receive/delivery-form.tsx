import { useRef } from "react";
import { useFetcher } from "react-router";
import type { LineError } from "../../../../server/stock/read-delivery.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { AreaField } from "../../kit/area-field.tsx";
import { Thumb } from "../../kit/thumb.tsx";
import { officePaths } from "../../paths.ts";
import type { loader } from "./route.tsx";

interface Found {
  id: string;
  name: string;
  color: string | null;
  picture: { key: string; webp: number[] } | null;
  sizes: { sizeId: string; sizeName: string }[];
}

/** A delivery that is typed, scanned or pasted. A search beside it adds lines by product. */
export function DeliveryForm({
  q,
  found,
  lines,
  reason,
  failure,
  errors,
}: {
  q: string;
  found: readonly Found[];
  lines: string;
  reason: string;
  failure?: string | undefined;
  errors: readonly LineError[];
}) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const add = (line: string) => {
    if (!textarea.current) return;
    const before = textarea.current.value.trimEnd();
    textarea.current.value = `${before}${before && "\n"}${line}`;
  };
  return (
    <div className="grid gap-8 lg:grid-cols-[3fr_2fr]">
      <PostForm failure={failure} submit="Revisar">
        {errors.length > 0 && (
          <Notice tone="error" alert title="Hay renglones que no se entienden">
            <ul className="list-disc pl-5">
              {errors.map((error) => (
                <li key={error.line}>{describeError(error)}</li>
              ))}
            </ul>
          </Notice>
        )}
        <AreaField
          ref={textarea}
          name="lines"
          label="Un renglón por talla"
          rows={10}
          maxLength={20_000}
          defaultValue={lines}
          spellCheck={false}
          hint="Nombre del producto o su id, talla, piezas. También sirve pegarlo de una hoja de cálculo. El id de una talla, como lo lee un escáner, cuenta una pieza."
          placeholder={"Falda larga azul, CH, 5\nFalda larga azul, M, 8"}
        />
        <TextField
          name="reason"
          label="De dónde viene"
          hint="Queda en el libro: remisión, factura o proveedor."
          maxLength={120}
          defaultValue={reason}
        />
      </PostForm>
      <ProductSearch q={q} found={found} onAdd={add} />
    </div>
  );
}

/** Finds products. Each of their sizes is a button that adds a line. */
function ProductSearch({ q, found, onAdd }: { q: string; found: readonly Found[]; onAdd: (line: string) => void }) {
  const searchFetcher = useFetcher<typeof loader>();
  const shown = searchFetcher.data?.found ?? found;
  const searchedTerm = searchFetcher.data?.q ?? q;
  return (
    <div className="space-y-4">
      <searchFetcher.Form role="search" method="get" action={officePaths.receive} className="flex items-end gap-3">
        <div className="grow">
          <TextField name="q" type="search" label="Busca un producto" optional defaultValue={q} />
        </div>
        <Button type="submit" variant="secondary" busy={searchFetcher.state === "loading"}>
          Buscar
        </Button>
      </searchFetcher.Form>
      <div role="status">
        {searchedTerm !== "" && shown.length === 0 && <p className="text-sm text-soft">Nada se llama así.</p>}
      </div>
      <ul className="space-y-4">
        {shown.map(({ id, name, color, picture, sizes }) => (
          <li key={id} className="flex gap-3">
            <Thumb picture={picture} />
            <div className="min-w-0 space-y-2 text-sm">
              <p className="font-semibold wrap-anywhere">{[name, color].filter(Boolean).join(" ")}</p>
              <p className="flex flex-wrap gap-2">
                {sizes.slice(0, 40).map(({ sizeId, sizeName }) => (
                  <Button
                    key={sizeId}
                    variant="secondary"
                    className="min-h-9! px-3! py-1!"
                    aria-label={`Agregar ${[name, color].filter(Boolean).join(" ")}, talla ${sizeName}`}
                    onClick={() => onAdd(`${[name, color].filter(Boolean).join(" ")}, ${sizeName}, 1`)}
                  >
                    + {sizeName}
                  </Button>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeError({ line, typed, problem, hint }: LineError): string {
  const what = `Renglón ${line}, «${typed.slice(0, 80)}»`;
  if (problem === "pieces_wrong") return `${what}: escribe las piezas al final, un número entero desde 1.`;
  if (problem === "product_unknown") return `${what}: no hay un producto con ese nombre ni con ese id.`;
  if (problem === "product_ambiguous")
    return `${what}: ${hint} productos se llaman así; escribe también el color, o elige la talla abajo.`;
  if (problem === "size_missing") return `${what}: falta la talla. Tiene ${hint}.`;
  return `${what}: no tiene esa talla. Tiene ${hint}.`;
}
