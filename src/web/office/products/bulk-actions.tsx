import { Button } from "../../ui/button.tsx";
import { BulkBar } from "../kit/bulk-bar.tsx";

const CONTROL = "min-h-11 max-w-44 rounded-box border border-edge bg-card px-2 text-sm";

interface Choice {
  id: string;
  name: string;
}

/** Bulk actions for the ticked products. A price change is previewed before it is made. */
export function BulkActions({
  id,
  matchCount,
  brands,
  categories,
}: {
  id: string;
  /** How many products match the list's filters; 0 if they are all on one page. */
  matchCount: number;
  brands: readonly Choice[];
  categories: readonly Choice[];
}) {
  return (
    <BulkBar id={id} matchCount={matchCount}>
      <Button type="submit" variant="secondary" name="intent" value="publish">
        Publicar
      </Button>
      <Button type="submit" variant="secondary" name="intent" value="hide">
        Ocultar
      </Button>
      <Button type="submit" variant="secondary" name="intent" value="labels">
        Etiquetas
      </Button>
      <span className="flex gap-2">
        <Select name="brand" label="Marca" choices={brands} />
        <Button type="submit" variant="secondary" name="intent" value="brand">
          Cambiar marca
        </Button>
      </span>
      <span className="flex gap-2">
        <Select name="category" label="Categoría" choices={categories} />
        <Button type="submit" variant="secondary" name="intent" value="category">
          Agregar a la categoría
        </Button>
      </span>
      <span className="flex gap-2">
        <input
          name="change"
          aria-label="Cambio de precio: +10 % o -20 pesos"
          placeholder="+10 % o -20"
          maxLength={20}
          className={CONTROL}
        />
        <Button type="submit" variant="secondary" name="intent" value="price">
          Ver precios nuevos
        </Button>
      </span>
      <span className="flex gap-2">
        <input
          name="cost"
          inputMode="decimal"
          aria-label="Lo que te cuesta una pieza, en pesos; vacío: no se sabe"
          placeholder="Costo: 120.50"
          maxLength={20}
          className={CONTROL}
        />
        <Button type="submit" variant="secondary" name="intent" value="cost">
          Cambiar costo
        </Button>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <input
          name="offer"
          aria-label="Oferta: 20 % de descuento, o un precio para todos"
          placeholder="20 % o 349.50"
          maxLength={20}
          className={CONTROL}
        />
        <label className="flex items-center gap-1 text-sm">
          Desde <input name="from" type="date" className={CONTROL} />
        </label>
        <label className="flex items-center gap-1 text-sm">
          Último día <input name="until" type="date" className={CONTROL} />
        </label>
        <Button type="submit" variant="secondary" name="intent" value="offer">
          Poner en oferta
        </Button>
        <Button type="submit" variant="secondary" name="intent" value="no-offer">
          Terminar ofertas
        </Button>
      </span>
    </BulkBar>
  );
}

function Select({ name, label, choices }: { name: string; label: string; choices: readonly Choice[] }) {
  return (
    <select name={name} aria-label={label} className={CONTROL}>
      <option value="">{label}…</option>
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {choice.name}
        </option>
      ))}
    </select>
  );
}
