import { Link } from "react-router";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";

/** The size guide that the shop shows for a product, and whether it is the product's own. */
export function ProductGuide({
  productId,
  guide,
}: {
  productId: string;
  guide: { id: string; title: string; isOwn: boolean } | null;
}) {
  return (
    <Section title="Guía de tallas">
      <p className="text-sm text-soft">
        {guide === null && "La tienda no muestra ninguna: sus categorías no tienen una con sus tallas."}
        {guide?.isOwn && "Tiene su propia guía."}
        {guide && !guide.isOwn && `Usa la de ${guide.title}.`}
      </p>
      <p className="flex flex-wrap gap-x-6 text-sm font-semibold">
        {guide && (
          <Link
            to={officePaths.sizeGuide(guide.id)}
            className="inline-flex min-h-9 items-center underline underline-offset-4"
          >
            Ver o cambiar la guía
          </Link>
        )}
        {!guide?.isOwn && (
          <Link
            to={officePaths.newSizeGuide(productId)}
            className="inline-flex min-h-9 items-center underline underline-offset-4"
          >
            Hacer una propia
          </Link>
        )}
      </p>
    </Section>
  );
}
