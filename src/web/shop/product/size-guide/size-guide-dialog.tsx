import type { SizeGuide } from "../../../../contract/size-guides.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import type { BuyableSize } from "../../use-add-to-cart.ts";
import { SizeAdvisor } from "./size-advisor.tsx";
import { toGuide } from "./to-guide.ts";

/** The measures of each size of a product, and a recommended size for the customer's own measures. */
export default function SizeGuideDialog({
  guide,
  sizes,
  inCart,
  open,
  onChoose,
  onClose,
}: {
  guide: SizeGuide;
  sizes: BuyableSize[];
  /** Ids of the sizes in the cart: they cannot be chosen again. */
  inCart: ReadonlySet<string>;
  open: boolean;
  onChoose: (sizeId: string) => void;
  onClose: () => void;
}) {
  const rows = guide.rows.filter(({ size }) => sizes.some(({ name }) => name === size));
  return (
    <Dialog open={open} onClose={onClose} title="Guía de tallas" wide>
      <p className="text-sm text-soft">Medidas en centímetros.</p>
      <MeasureTable guide={{ ...guide, rows }} />
      <details className="text-sm">
        <summary className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
          Leerla como texto
        </summary>
        <ul className="space-y-1">
          {rows.map(({ size, values }) => (
            <li key={size}>
              Talla {size}:{" "}
              {guide.columns.map((label, column) => `${label.toLowerCase()} ${values[column]} cm`).join(", ")}.
            </li>
          ))}
        </ul>
      </details>
      <SizeAdvisor
        guide={toGuide(guide)}
        sizes={sizes}
        inCart={inCart}
        onChoose={(sizeId) => {
          onChoose(sizeId);
          onClose();
        }}
      />
    </Dialog>
  );
}

function MeasureTable({ guide: { columns, rows } }: { guide: SizeGuide }) {
  return (
    // `tabIndex` lets the keyboard scroll a table that is wider than the screen.
    <div
      tabIndex={0}
      role="region"
      aria-label="Tabla de medidas"
      className="overflow-x-auto rounded-box border border-line"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">Medidas en centímetros por talla</caption>
        <thead>
          <tr className="bg-sand">
            <th scope="col" className="sticky left-0 bg-sand px-3 py-2 text-left font-semibold">
              Talla
            </th>
            {columns.map((label) => (
              <th key={label} scope="col" className="px-3 py-2 text-right font-semibold">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ size, values }) => (
            <tr key={size} className="border-t border-line">
              <th scope="row" className="sticky left-0 bg-card px-3 py-2 text-left font-semibold">
                {size}
              </th>
              {columns.map((label, column) => (
                <td key={label} className="tabular px-3 py-2 text-right">
                  {values[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
