import type { CareCode } from "../../../domain/care.ts";
import { CareSymbol } from "../../ui/care-symbol.tsx";
import { Disclosure } from "./disclosure.tsx";

/** The facts about a garment that its page shows: its fabric, origin and fit. Null or empty if unknown. */
export interface ShownFacts {
  /** "95 % algodón, 5 % elastano". */
  composition: string | null;
  care: readonly { code: CareCode; text: string }[];
  origin: string | null;
  fitNote: string | null;
  modelNote: string | null;
}

/** Description, fit, composition, care and origin of a product. Renders nothing if none is known. */
export function ProductFacts({ description, facts }: { description: string; facts: ShownFacts }) {
  const { composition, care, origin, fitNote, modelNote } = facts;
  return (
    <>
      {description && (
        <Disclosure title="Descripción" open>
          <p className="whitespace-pre-line">{description}</p>
        </Disclosure>
      )}
      {(fitNote ?? modelNote) && (
        <Disclosure title="Cómo queda">
          {fitNote && <p>{fitNote}</p>}
          {modelNote && <p>Quien la modela: {lowerFirst(modelNote)}</p>}
        </Disclosure>
      )}
      {(composition ?? origin ?? care[0]) && (
        <Disclosure title="Tela y cuidados">
          <dl className="space-y-3">
            {composition && (
              <div>
                <dt className="text-ink">Composición</dt>
                <dd>{composition}</dd>
              </div>
            )}
            {care.length > 0 && (
              <div>
                <dt className="text-ink">Cuidados</dt>
                <dd>
                  <ul className="space-y-1.5 pt-1">
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
              <div>
                <dt className="text-ink">Hecho en</dt>
                <dd>{origin}</dd>
              </div>
            )}
          </dl>
        </Disclosure>
      )}
    </>
  );
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLocaleLowerCase("es-MX") + text.slice(1);
}
