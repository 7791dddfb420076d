import { ColorLink, type ColorChoice } from "../color-swatches.tsx";

/** The colours of a style on a product's page, with the name of the product's own colour. */
export function ProductColors({ colors, current: currentId }: { colors: readonly ColorChoice[]; current: string }) {
  if (colors.length < 2) return null;
  const currentColor = colors.find(({ id }) => id === currentId);
  return (
    <nav aria-label="Colores" className="space-y-1">
      <p className="text-sm">
        <span className="font-semibold">Color:</span> {currentColor?.name}
      </p>
      <ul className="-ml-1.5 flex flex-wrap">
        {colors.map((color) => (
          <li key={color.id}>
            <ColorLink
              color={color}
              isCurrent={color.id === currentId}
              className="size-11 place-items-center"
              discClassName="size-8"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
