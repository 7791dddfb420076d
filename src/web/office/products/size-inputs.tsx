import { Button } from "../../ui/button.tsx";
import { useState } from "react";

const CONTROL = "min-h-11 w-full rounded-box border border-edge bg-card px-3 text-base";

/**
 * Fields for the first pieces of each known size, and lines to add sizes by name. A size with an empty field is not
 * created.
 */
export function SizeInputs({
  names,
  typed,
  error,
}: {
  names: readonly string[];
  typed: Record<string, string>;
  error?: string;
}) {
  const ownSizes = Object.entries(typed).filter(([name]) => !names.includes(name));
  const [lines, setLines] = useState(Math.max(1, ownSizes.length));
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
              defaultValue={typed[name] ?? ""}
              aria-label={`Piezas de ${name}`}
              className={CONTROL}
            />
          </label>
        ))}
      </div>
      {Array.from({ length: lines }, (_, n) => (
        <div key={n} className="grid grid-cols-[1fr_6rem] gap-3">
          <label className="text-sm font-semibold">
            Otra talla
            <input name="size" maxLength={60} defaultValue={ownSizes[n]?.[0] ?? ""} className={CONTROL} />
          </label>
          <label className="text-sm font-semibold">
            Piezas
            <input name="pieces" inputMode="numeric" defaultValue={ownSizes[n]?.[1] ?? ""} className={CONTROL} />
          </label>
        </div>
      ))}
      <Button variant="quiet" onClick={() => setLines((count) => count + 1)}>
        Otra talla más
      </Button>
    </div>
  );
}
