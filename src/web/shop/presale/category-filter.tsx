import { cx } from "../../ui/class-names.ts";
import type { PresaleProduct } from "./presale-product.ts";

/** The categories of the presale's products, with their counts. Renders nothing for fewer than two categories. */
export function CategoryFilter({
  products,
  chosen,
  onChoose,
}: {
  products: readonly PresaleProduct[];
  chosen: string | null;
  onChoose: (categoryId: string | null) => void;
}) {
  const counts = new Map<string, { name: string; count: number }>();
  for (const category of products.flatMap((product) => product.categories)) {
    counts.set(category._id, { name: category.name, count: (counts.get(category._id)?.count ?? 0) + 1 });
  }
  if (counts.size < 2) return null;
  const options = [...counts].toSorted(([, a], [, b]) => a.name.localeCompare(b.name, "es"));
  const isChosenKnown = counts.has(chosen ?? "");
  return (
    <div role="group" aria-label="Categoría" className="rail border-y border-line">
      <Choice
        name="Toda la preventa"
        count={products.length}
        isChosen={!isChosenKnown}
        onChoose={() => onChoose(null)}
      />
      {options.map(([id, { name, count }]) => (
        <Choice key={id} name={name} count={count} isChosen={id === chosen} onChoose={() => onChoose(id)} />
      ))}
    </div>
  );
}

function Choice({
  name,
  count,
  isChosen,
  onChoose,
}: {
  name: string;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx("-my-0.5 min-h-12 border-b-2", isChosen ? "border-ink" : "border-transparent hover:border-edge")}
    >
      {name} <span className="tabular text-soft">{count}</span>
    </button>
  );
}
