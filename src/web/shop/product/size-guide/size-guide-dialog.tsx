import type { SizeGuide } from "../../../../contract/size-guides.ts";
import { measuresToAsk } from "../../../../domain/recommend-size.ts";
import { cx } from "../../../ui/class-names.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import type { BuyableSize } from "../../use-add-to-cart.ts";
import { recommendedSizeNames } from "./recommendation-text.ts";
import { SizeAdvisor } from "./size-advisor.tsx";
import { toDomainGuide } from "./to-domain-guide.ts";
import { useSizeAdvisor } from "./use-size-advisor.ts";

interface Props {
  guide: SizeGuide;
  sizes: BuyableSize[];
  /** The id of the chosen size. */
  chosenId: string | undefined;
  /** Ids of the sizes in the cart: they cannot be chosen again. */
  inCart: ReadonlySet<string>;
  open: boolean;
  onChoose: (sizeId: string) => void;
  onClose: () => void;
}

/**
 * The measures of each size of a product, and a form that recommends a size for the customer's own measures. A press on
 * a row chooses its size and closes the dialog, unless the size is sold out or in the cart.
 */
export default function SizeGuideDialog({ guide, sizes, chosenId, inCart, open, onChoose, onClose }: Props) {
  const domainGuide = toDomainGuide(guide);
  const askedMeasures = measuresToAsk(domainGuide);
  const advisor = useSizeAdvisor(domainGuide, askedMeasures);
  const { recommendation } = advisor;
  const outlinedNames = recommendation
    ? recommendedSizeNames(recommendation)
    : sizes.filter(({ id }) => id === chosenId).map(({ name }) => name);
  const choose = (sizeId: string): void => {
    onChoose(sizeId);
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title="Guía de tallas" wide>
      <p className="text-sm text-soft">Medidas en centímetros. Toca una talla para elegirla.</p>
      <MeasureTable {...{ guide, sizes, inCart, outlined: outlinedNames }} onChoose={choose} />
      <SizeAdvisor {...{ asked: askedMeasures, advisor, sizes, inCart }} onChoose={choose} />
    </Dialog>
  );
}

/** The sizes of the guide that the product has, with their measures. The names in `outlined` have a border. */
function MeasureTable({
  guide: { columns, rows },
  sizes,
  inCart,
  outlined,
  onChoose,
}: Pick<Props, "guide" | "sizes" | "inCart" | "onChoose"> & { outlined: readonly string[] }) {
  return (
    // `tabIndex` lets the keyboard scroll a table that is wider than the screen.
    <div tabIndex={0} role="region" aria-label="Tabla de medidas" className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Medidas en centímetros por talla</caption>
        <thead>
          <tr className="text-soft">
            <th scope="col" className="sticky left-0 bg-paper px-3 py-2 text-left font-medium dark:bg-card">
              Talla
            </th>
            {columns.map((label) => (
              <th key={label} scope="col" className="px-3 py-2 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ size: name, values }) => {
            const size = sizes.find((candidate) => candidate.name === name);
            if (!size) return null;
            const isChoosable = size.max > 0 && !inCart.has(size.id);
            return (
              <tr
                key={name}
                // The keyboard uses the button in the row. Its click bubbles to the row.
                onClick={isChoosable ? () => onChoose(size.id) : undefined}
                className={cx("border-t border-line", isChoosable && "cursor-pointer")}
              >
                <th scope="row" className="sticky left-0 bg-paper py-1 text-left dark:bg-card">
                  <SizeName name={name} isChoosable={isChoosable} isOutlined={outlined.includes(name)} />
                </th>
                {columns.map((label, column) => (
                  <td key={label} className="tabular px-3 text-right">
                    {values[column]}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A size's name. It is a button if the size can be chosen. */
function SizeName({ name, isChoosable, isOutlined }: { name: string; isChoosable: boolean; isOutlined: boolean }) {
  const className = cx(
    "inline-flex min-h-11 items-center border px-3 font-semibold",
    isOutlined ? "border-ink" : "border-transparent",
  );
  if (!isChoosable) return <span className={cx(className, "text-soft")}>{name}</span>;
  return (
    <button type="button" title="Elegir esta talla" className={cx(className, "underline underline-offset-4")}>
      {name}
    </button>
  );
}
