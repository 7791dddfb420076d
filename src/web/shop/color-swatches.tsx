import { Link } from "react-router";
import { paths } from "../paths.ts";
import { cx } from "../ui/class-names.ts";
import type { PictureView } from "../ui/picture.tsx";
import { Swatch } from "../ui/swatch.tsx";

/** A colour of a style, with the product in this colour. */
export interface ColorChoice {
  id: string;
  name: string;
  hex: string | null;
  /** The product's picture if the colour has no `hex` value, otherwise null. The swatch is a crop of it. */
  picture: PictureView | null;
  isPresale: boolean;
}

const RING_CLASS = "rounded-full outline outline-offset-2 outline-ink";

/**
 * The first colours of a style on a product card, each a link to its product. The colour of the card's own product is
 * marked. `colorCount`: the number of colours of the style.
 */
export function CardColors({
  colors,
  colorCount,
  currentId,
}: {
  colors: readonly ColorChoice[];
  colorCount: number;
  currentId: string;
}) {
  if (colors.length < 2) return null;
  return (
    <ul aria-label="Colores" className="relative z-10 flex shrink-0 items-center">
      {colors.map((color) => (
        <li key={color.id}>
          <ColorLink
            color={color}
            isCurrent={color.id === currentId}
            className="size-6 place-items-center sm:w-7"
            discClassName="size-3"
          />
        </li>
      ))}
      {colorCount > colors.length && (
        <li className="pl-1 text-xs text-soft">
          +{colorCount - colors.length}
          <span className="sr-only"> colores más</span>
        </li>
      )}
    </ul>
  );
}

/** A link to the product of a colour. The colour of the shown product is marked. */
export function ColorLink({
  color: { id, name, hex, picture, isPresale },
  isCurrent,
  className,
  discClassName,
}: {
  color: ColorChoice;
  isCurrent: boolean;
  className: string;
  discClassName: string;
}) {
  return (
    <Link
      to={isPresale ? paths.presaleProduct(id) : paths.product(id)}
      prefetch="intent"
      viewTransition
      aria-current={isCurrent ? "true" : undefined}
      title={name}
      className={cx("grid", className)}
    >
      <span className={isCurrent ? RING_CLASS : undefined}>
        <Swatch hex={hex} picture={picture} className={discClassName} />
      </span>
      <span className="sr-only">{name}</span>
    </Link>
  );
}
