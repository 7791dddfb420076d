import { useEffect, useId, useRef, useState } from "react";
import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";

/** Interval of the repeat while the button is held (rule SCREEN-9). */
const REPEAT_MS = 100;
const REPEAT_AFTER_MS = 400;

/** A whole number from `min` to `max`: typed, or with − and +, pressed or held. */
export function Stepper({
  label,
  hideLabel,
  value,
  min = 1,
  max,
  onChange,
  disabled,
}: {
  label: string;
  /** Hides the label where the row shows the text already. Screen readers still read it. */
  hideLabel?: boolean;
  value: number;
  min?: number;
  max: number;
  onChange: (value: number) => void;
  disabled?: boolean;
}) {
  const id = useId();
  const latestValue = useRef(value);
  latestValue.current = value;
  const [isTooMany, setTooMany] = useState(false);
  const clamp = (pieces: number): number => Math.min(Math.max(Math.trunc(pieces) || min, min), Math.max(min, max));
  const step = (delta: number): void => onChange(clamp(latestValue.current + delta));
  const pressHandlers = useHeldPress(step);
  const renderButton = (delta: number, iconName: "plus" | "minus", buttonLabel: string) => (
    <button
      type="button"
      aria-label={buttonLabel}
      disabled={disabled || (delta < 0 ? value <= min : value >= max)}
      {...pressHandlers(delta)}
      className="grid size-11.5 place-items-center hover:bg-sand disabled:text-edge disabled:hover:bg-transparent"
    >
      <Icon name={iconName} className="size-4" />
    </button>
  );
  return (
    <div className="relative">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
        {label}
      </label>
      <div className="inline-flex items-center overflow-hidden rounded-box border border-edge bg-card">
        {renderButton(-1, "minus", "Una pieza menos")}
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={value}
          disabled={disabled}
          onChange={({ target }) => {
            setTooMany(target.valueAsNumber > max);
            onChange(clamp(target.valueAsNumber));
          }}
          onFocus={(event) => event.target.select()}
          className="tabular h-11.5 w-12 border-x border-line bg-card text-center font-semibold"
        />
        {renderButton(1, "plus", "Una pieza más")}
      </div>
      <p
        role="status"
        // With a visible label the message is positioned absolutely, so that the row keeps its height.
        className={cx("mt-1 text-xs text-soft empty:hidden", !hideLabel && "absolute top-full whitespace-nowrap")}
      >
        {isTooMany && `Puedes pedir hasta ${max}.`}
      </p>
    </div>
  );
}

/** The handlers of a button that steps once when pressed, and repeatedly while it is held. */
function useHeldPress(step: (delta: number) => void) {
  const wasHeld = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const startHold = (delta: number): void => {
    wasHeld.current = false;
    const repeat = (): void => {
      wasHeld.current = true;
      step(delta);
      timer.current = setTimeout(repeat, REPEAT_MS);
    };
    timer.current = setTimeout(repeat, REPEAT_AFTER_MS);
  };
  return (delta: number) => ({
    // The click that ends a long press was already counted by the repeat. `detail` is 0 for a click by keyboard.
    onClick: ({ detail }: { detail: number }) => {
      const isCounted = wasHeld.current && detail > 0;
      wasHeld.current = false;
      if (!isCounted) step(delta);
    },
    onPointerDown: () => startHold(delta),
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onBlur: stop,
  });
}
