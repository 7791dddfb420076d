import { useRef, useState } from "react";
import { checkPacking } from "../../../../domain/check-packing.ts";
import { CodeField } from "../../kit/scan/code-field.tsx";
import { useCodeQueue, type CodeResult } from "../../kit/scan/use-code-queue.ts";
import { Section } from "../../kit/section.tsx";
import type { OrderView } from "./action-form.tsx";

/** Checks the pieces of the order by scanner. Nothing is stored: the list only helps the person who packs. */
export function PackingCheck({ order: { lines, codedSizes } }: { order: OrderView }) {
  const [checkedPieces, setChecked] = useState<ReadonlyMap<string, number>>(new Map());
  // A scanner may read the next piece before React renders the count of this one.
  const latestCheckedPieces = useRef(checkedPieces);
  const parcelLines = lines.filter(({ isDigital }) => !isDigital);
  const { codeResult, scan } = useCodeQueue((code): CodeResult => {
    const checkResult = checkPacking(code, parcelLines, codedSizes, latestCheckedPieces.current);
    if (checkResult.kind === "unknown")
      return { tone: "error", text: `«${code}» no es de este pedido: no lo empaques.` };
    const { name, pieces } = parcelLines.find(({ sizeId }) => sizeId === checkResult.sizeId)!;
    if (checkResult.kind === "enough")
      return { tone: "error", text: `${name}: ya están sus ${pieces}. Esta pieza sobra.` };
    latestCheckedPieces.current = new Map([
      ...latestCheckedPieces.current,
      [checkResult.sizeId, checkResult.checkedPieces],
    ]);
    setChecked(latestCheckedPieces.current);
    const countText = `${name}: ${checkResult.checkedPieces} de ${pieces}.`;
    return { tone: "success", text: checkResult.isComplete ? `${countText} El pedido está completo.` : countText };
  });
  if (codedSizes.length === 0 || parcelLines.length === 0) return null;
  return (
    <Section title="Revisar al empacar">
      <CodeField
        label="Lee cada pieza con el escáner"
        hint="SKU o código de barras. Te avisa si una pieza no es de este pedido o si sobra."
        codeResult={codeResult}
        onCode={scan}
      />
      <ul aria-label="Piezas revisadas" className="divide-y divide-line text-sm">
        {parcelLines.map(({ sizeId, name, pieces }) => {
          const checkedCount = checkedPieces.get(sizeId) ?? 0;
          return (
            <li key={sizeId} className="flex justify-between gap-4 py-2">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span
                className={checkedCount >= pieces ? "shrink-0 font-semibold text-success tabular" : "shrink-0 tabular"}
              >
                {checkedCount} de {pieces}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
