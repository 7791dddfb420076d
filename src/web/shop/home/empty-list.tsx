import { Link } from "react-router";

/** The text of a list without products, with a link to the list that is proposed instead (rule CATALOG-8). */
export default function EmptyList({ proposal }: { proposal: { text: string; label: string; to: string } | null }) {
  return (
    <div data-part="empty-list" className="space-y-1 py-6">
      <p className="text-lg">No hay productos para mostrar en esta categoría o búsqueda</p>
      {proposal && (
        <p className="text-soft">
          {proposal.text}{" "}
          <Link to={proposal.to} className="inline-block py-1 text-ink underline underline-offset-4">
            {proposal.label}
          </Link>
        </p>
      )}
    </div>
  );
}
