import { Button } from "../../ui/button.tsx";
import { useState } from "react";

const CONTROL = "min-h-11 w-full rounded-box border border-edge bg-card px-3 text-base";

/**
 * Fields for the initial number of pieces of each size in `names`, and lines to add sizes with other names. A size with
 * an empty field is not created.
 */
export function SizeInputs({
  names,
  typedPieces,
  error,
}: {
  names: readonly string[];
  typedPieces: Record<string, string>;
  error?: string;
}) {
  const otherSizes = Object.entries(typedPieces).filter(([name]) => !names.includes(name));
  const [lineCount, setLineCount] = useState(Math.max(1, otherSizes.length));
  return (
    <div className="space-y-4">
      <p className="text-sm text-soft">
        Escribe cuántas piezas hay de cada talla que se vende; 0 si todavía no llegan. Las que dejes vacías no se crean.
      </p>
      {error && (
        <p role="alert" className="text-sm font-medium text-error">
          {error}
        </p>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-3">
        {names.map((name) => (
          <label key={name} className="text-sm font-semibold">
            {name}
            <input type="hidden" name="size" value={name} />
            <input
              name="pieces"
              inputMode="numeric"
              defaultValue={typedPieces[name] ?? ""}
              aria-label={`Piezas de ${name}`}
              className={CONTROL}
            />
          </label>
        ))}
      </div>
      {Array.from({ length: lineCount }, (_, index) => (
        <div key={index} className="grid grid-cols-[1fr_6rem] gap-3">
          <label className="text-sm font-semibold">
            Otra talla
            <input name="size" maxLength={60} defaultValue={otherSizes[index]?.[0] ?? ""} className={CONTROL} />
          </label>
          <label className="text-sm font-semibold">
            Piezas
            <input name="pieces" inputMode="numeric" defaultValue={otherSizes[index]?.[1] ?? ""} className={CONTROL} />
          </label>
        </div>
      ))}
      <Button variant="quiet" onClick={() => setLineCount((count) => count + 1)}>
        Otra talla más
      </Button>
    </div>
  );
}
