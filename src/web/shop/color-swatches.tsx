import { Link } from "react-router";
import { paths } from "../paths.ts";
import { cx } from "../ui/class-names.ts";
import type { PictureView } from "../ui/picture.tsx";
import { Swatch } from "../ui/swatch.tsx";

/** A colour of a style: the product that is made in it. */
export interface ColorChoice {
  id: string;
  name: string;
  hex: string | null;
  /** Only without a value: the swatch is a crop of it. */
  picture: PictureView | null;
  isPresale: boolean;
}

/** The most swatches on a card. */
const ON_CARD = 5;

const RING = "rounded-full outline-2 outline-offset-2 outline-ink";

/** The colours of a style on a card, each a link to its product. The card's own colour is marked. */
export function CardColors({ colors, current }: { colors: readonly ColorChoice[]; current: string }) {
  if (colors.length < 2) return null;
  const shown = colors.length > ON_CARD ? withCurrent(colors, current) : colors;
  return (
    <ul aria-label="Colores" className="relative z-10 flex w-fit flex-wrap items-center pt-1">
      {shown.map((color) => (
        <li key={color.id}>
          <ColorLink
            color={color}
            isCurrent={color.id === current}
            className="size-7 place-items-center"
            disc="size-4"
          />
        </li>
      ))}
      {shown.length < colors.length && (
        <li className="pl-1 text-xs text-soft">
          +{colors.length - shown.length}
          <span className="sr-only"> colores más</span>
        </li>
      )}
    </ul>
  );
}

/** The first colours, among them the card's own. */
function withCurrent(colors: readonly ColorChoice[], current: string): readonly ColorChoice[] {
  const first = colors.slice(0, ON_CARD);
  const own = colors.find(({ id }) => id === current);
  return !own || first.includes(own) ? first : [...first.slice(0, -1), own];
}

/** The colours of a style on a product's page, with the name of its own. */
export function ProductColors({ colors, current }: { colors: readonly ColorChoice[]; current: string }) {
  if (colors.length < 2) return null;
  const own = colors.find(({ id }) => id === current);
  return (
    <nav aria-label="Colores" className="space-y-1">
      <p className="text-sm">
        <span className="font-semibold">Color:</span> {own?.name}
      </p>
      <ul className="-ml-1.5 flex flex-wrap">
        {colors.map((color) => (
          <li key={color.id}>
            <ColorLink
              color={color}
              isCurrent={color.id === current}
              className="size-11 place-items-center"
              disc="size-8"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ColorLink({
  color: { id, name, hex, picture, isPresale },
  isCurrent,
  className,
  disc,
}: {
  color: ColorChoice;
  isCurrent: boolean;
  className: string;
  disc: string;
}) {
  return (
    <Link
      to={isPresale ? paths.presaleProduct(id) : paths.product(id)}
      aria-current={isCurrent ? "true" : undefined}
      title={name}
      className={cx("grid", className)}
    >
      <span className={isCurrent ? RING : undefined}>
        <Swatch hex={hex} picture={picture} className={disc} />
      </span>
      <span className="sr-only">{name}</span>
    </Link>
  );
}
