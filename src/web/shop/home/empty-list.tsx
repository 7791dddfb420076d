import { Link, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";

/**
 * What to do about a list without products: links to the categories after a search, and a link to the list that is
 * proposed instead (rule CATALOG-8).
 */
export default function EmptyList({
  proposal,
  tiles,
}: {
  proposal: { text: string; label: string; to: string } | null;
  /** The categories. They are shown after a search. */
  tiles: readonly { slug: string; name: string }[];
}) {
  const [query] = useSearchParams();
  return (
    <div data-part="empty-list" className="space-y-8 pb-4 pt-2">
      {query.get("searchTerm") && tiles.length > 0 && (
        <nav aria-label="Categorías de la tienda">
          <p className="text-soft">Revisa cómo lo escribiste o elige una categoría:</p>
          <div className="flex flex-wrap gap-x-5">
            {tiles.map(({ slug, name }) => (
              <Link
                key={slug}
                to={paths.home({ category: slug })}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {name}
              </Link>
            ))}
          </div>
        </nav>
      )}
      {proposal && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="font-display text-xl">{proposal.text}</p>
          <Link to={proposal.to} className="inline-flex min-h-11 items-center underline underline-offset-4">
            {proposal.label}
          </Link>
        </div>
      )}
    </div>
  );
}
