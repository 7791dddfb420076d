import { useId } from "react";
import type { PresaleProduct } from "./to-card.ts";

/** The categories of the presale's own products, with their counts. Nothing if there is no choice. */
export function CategoryFilter({
  products,
  chosen,
  onChoose,
}: {
  products: readonly PresaleProduct[];
  chosen: string | null;
  onChoose: (categoryId: string | null) => void;
}) {
  const id = useId();
  const counts = new Map<string, { name: string; count: number }>();
  for (const category of products.flatMap((product) => product.categories)) {
    counts.set(category._id, { name: category.name, count: (counts.get(category._id)?.count ?? 0) + 1 });
  }
  if (counts.size < 2) return null;
  const options = [...counts].toSorted(([, a], [, b]) => a.name.localeCompare(b.name, "es"));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="text-sm font-semibold">
        Categoría
      </label>
      <select
        id={id}
        value={counts.has(chosen ?? "") ? chosen! : ""}
        onChange={(event) => onChoose(event.target.value || null)}
        className="min-h-11 max-w-full rounded-box border border-edge bg-card px-3"
      >
        <option value="">Toda la preventa ({products.length})</option>
        {options.map(([categoryId, { name, count }]) => (
          <option key={categoryId} value={categoryId}>
            {name} ({count})
          </option>
        ))}
      </select>
    </div>
  );
}
