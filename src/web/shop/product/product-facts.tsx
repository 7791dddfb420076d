import type { CareCode } from "../../../domain/care.ts";
import { CareSymbol } from "../../ui/care-symbol.tsx";

/** What the shop says of a garment's cloth and fit. Null or empty: unknown. */
export interface ShownFacts {
  /** "95 % algodón, 5 % elastano". */
  composition: string | null;
  care: readonly { code: CareCode; text: string }[];
  origin: string | null;
  fitNote: string | null;
  modelNote: string | null;
}

/** Fit, composition, care and origin of a product. Nothing if none is known. */
export function ProductFacts({ facts }: { facts: ShownFacts }) {
  const { composition, care, origin, fitNote, modelNote } = facts;
  const isKnown = composition ?? origin ?? fitNote ?? modelNote ?? care[0];
  if (!isKnown) return null;
  return (
    <dl className="space-y-4 border-t border-line pt-6 text-soft [&_dt]:font-bold [&_dt]:text-ink">
      {(fitNote ?? modelNote) && (
        <div className="space-y-1">
          <dt>Cómo queda</dt>
          {fitNote && <dd>{fitNote}</dd>}
          {modelNote && <dd>Quien la modela: {lowerFirst(modelNote)}</dd>}
        </div>
      )}
      {composition && (
        <div className="space-y-1">
          <dt>Composición</dt>
          <dd>{composition}</dd>
        </div>
      )}
      {care.length > 0 && (
        <div className="space-y-2">
          <dt>Cuidados</dt>
          <dd>
            <ul className="space-y-1.5">
              {care.map(({ code, text }) => (
                <li key={code} className="flex items-center gap-3">
                  <CareSymbol code={code} className="size-8" />
                  {text}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {origin && (
        <div className="space-y-1">
          <dt>Hecho en</dt>
          <dd>{origin}</dd>
        </div>
      )}
    </dl>
  );
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLocaleLowerCase("es-MX") + text.slice(1);
}
