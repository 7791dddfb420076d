import { cx } from "../../ui/class-names.ts";
import type { PresaleProduct } from "./presale-product.ts";

/** The categories of the presale's products, each with how many it has. Nothing for fewer than two categories. */
export function CategoryFilter({
  products,
  chosen: chosenId,
  onChoose,
}: {
  products: readonly PresaleProduct[];
  chosen: string | null;
  onChoose: (categoryId: string | null) => void;
}) {
  const categories = new Map<string, { name: string; count: number }>();
  for (const category of products.flatMap((product) => product.categories)) {
    categories.set(category._id, { name: category.name, count: (categories.get(category._id)?.count ?? 0) + 1 });
  }
  if (categories.size < 2) return null;
  const options = [...categories].toSorted(([, a], [, b]) => a.name.localeCompare(b.name, "es"));
  const isChosenCategoryShown = categories.has(chosenId ?? "");
  return (
    <div role="group" aria-label="Categoría" className="rail border-y border-line">
      <CategoryButton
        name="Toda la preventa"
        count={products.length}
        isChosen={!isChosenCategoryShown}
        onChoose={() => onChoose(null)}
      />
      {options.map(([id, { name, count }]) => (
        <CategoryButton key={id} name={name} count={count} isChosen={id === chosenId} onChoose={() => onChoose(id)} />
      ))}
    </div>
  );
}

function CategoryButton({
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
