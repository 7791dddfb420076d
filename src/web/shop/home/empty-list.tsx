import { Link, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

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
    <div data-part="empty-list" className="space-y-4 pb-10 pt-2 text-soft">
      {query.get("searchTerm") && tiles.length > 0 && (
        <nav aria-label="Categorías de la tienda">
          <p>Revisa cómo lo escribiste o elige una categoría:</p>
          <div className="flex flex-wrap gap-x-5">
            {tiles.map(({ slug, name }) => (
              <Link
                key={slug}
                to={paths.home({ category: slug })}
                className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
              >
                {name}
              </Link>
            ))}
          </div>
        </nav>
      )}
      {proposal && (
        <>
          <p>{proposal.text}</p>
          <ButtonLink to={proposal.to}>{proposal.label}</ButtonLink>
        </>
      )}
    </div>
  );
}
