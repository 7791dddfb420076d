import { formatMoney, toCents } from "../../../domain/money.ts";
import type { PriceLimits } from "./filter-colors-prices.tsx";
import { sliderScale } from "./slider-scale.ts";

interface Props {
  /** The lowest and the highest price of the products, in pesos. */
  range: { min: number; max: number };
  limits: PriceLimits;
  onChange: (changedLimits: PriceLimits) => void;
}

/** Two native range inputs on one track, so that keys and screen readers work. A thumb at its end sets no limit. */
export function PriceSlider({ range, limits, onChange }: Props) {
  const { step, min, max } = sliderScale(range);
  const clamp = (pesos: number): number => Math.min(Math.max(pesos, min), max);
  const lowerValue = clamp(limits.minPrice ?? min);
  const upperValue = Math.max(clamp(limits.maxPrice ?? max), lowerValue);
  if (min === max) return null;
  const percentOf = (pesos: number): number => ((pesos - min) / (max - min)) * 100;
  const renderThumb = (
    label: string,
    value: number,
    toChangedLimits: (pesos: number) => PriceLimits,
    isOnTop: boolean,
  ) => (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={formatMoney(toCents(value))}
      {...{ min, max, step, value }}
      onChange={(event) => onChange(toChangedLimits(event.target.valueAsNumber))}
      className="thumbs absolute inset-0 h-full w-full"
      style={{ zIndex: isOnTop ? 1 : undefined }}
    />
  );
  // If both thumbs are at the upper end, only the minimum can move, so its thumb must be on top.
  const isMinimumOnTop = lowerValue === upperValue && upperValue === max;
  return (
    <div className="relative mx-0.5 h-11">
      <span aria-hidden className="absolute inset-x-3 top-5 h-0.5 bg-line">
        <span
          className="absolute inset-y-0 bg-ink"
          style={{ left: `${percentOf(lowerValue)}%`, right: `${100 - percentOf(upperValue)}%` }}
        />
      </span>
      {renderThumb(
        "Precio mínimo",
        lowerValue,
        (pesos) => ({ minPrice: pesos <= min ? undefined : Math.min(pesos, upperValue) }),
        isMinimumOnTop,
      )}
      {renderThumb(
        "Precio máximo",
        upperValue,
        (pesos) => ({ maxPrice: pesos >= max ? undefined : Math.max(pesos, lowerValue) }),
        !isMinimumOnTop,
      )}
    </div>
  );
}
