import { isCodeOf, readScannedCode } from "../../../../domain/scanned-code.ts";
import type { OnHand } from "../../../../server/stock/on-hand.ts";
import { CodeField } from "../../kit/scan/code-field.tsx";
import { useCodeQueue, type CodeResult } from "../../kit/scan/use-code-queue.ts";

/** A field for a scanner. Each scanned code adds one counted piece to its size. */
export function CountScanner({
  sizes,
  addPiece,
}: {
  sizes: readonly OnHand[];
  /** Adds one counted piece to a size. Returns the counted pieces of the size. */
  addPiece: (sizeId: string) => number;
}) {
  const { codeResult, scan } = useCodeQueue((code): CodeResult => {
    const scannedCode = readScannedCode(code);
    const size = sizes.find((candidate) => isCodeOf(scannedCode, candidate));
    if (!size) return { tone: "error", text: `«${code}» no es el código de una talla de este producto. No se contó.` };
    const pieces = addPiece(size.sizeId);
    return { tone: "success", text: `Talla ${size.sizeName}: ${pieces === 1 ? "1 contada" : `${pieces} contadas`}` };
  });
  return (
    <div className="max-w-md">
      <CodeField
        label="Contar con escáner"
        hint="Cada código que lees suma una pieza a su talla."
        codeResult={codeResult}
        onCode={scan}
      />
    </div>
  );
}
