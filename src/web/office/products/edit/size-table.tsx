import { Form } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Table, type Column } from "../../kit/table.tsx";

interface ProductSize {
  id: string;
  name: string;
  available: number;
  isHidden: boolean;
  /** Whether it can be deleted because nothing refers to it. */
  isUntouched: boolean;
}

const COLUMNS: readonly Column<ProductSize>[] = [
  { head: "Talla", cell: ({ name }) => name, isTitle: true },
  { head: "A la venta", cell: ({ available }) => available, isNumeric: true },
  {
    head: "En la tienda",
    cell: ({ isHidden }) => (isHidden ? <Badge>Oculta</Badge> : <Badge tone="success">Se ve</Badge>),
  },
  {
    head: "Cambiar",
    cell: ({ id, name, isHidden, isUntouched }) => (
      <span className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="quiet"
          name="size"
          value={`${id} ${isHidden ? "show" : "hide"}`}
          aria-label={`${isHidden ? "Mostrar" : "Ocultar"} la talla ${name}`}
        >
          {isHidden ? "Mostrar" : "Ocultar"}
        </Button>
        {isUntouched && (
          <Button type="submit" variant="quiet" name="size" value={`${id} drop`} aria-label={`Quitar la talla ${name}`}>
            Quitar
          </Button>
        )}
      </span>
    ),
  },
];

/** A product's sizes: their available pieces, and whether the shop shows them. Pieces are changed in Existencias. */
export function SizeTable({ sizes }: { sizes: readonly ProductSize[] }) {
  if (sizes.length === 0) return <p className="text-sm text-soft">Todavía no hay tallas.</p>;
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="change-size" />
      <Table caption="Tallas del producto" rows={sizes} keyOf={({ id }) => id} columns={COLUMNS} />
    </Form>
  );
}
