import { Notice } from "../../ui/notice.tsx";
import type { ScannerView } from "./scanner.ts";

/** The page without a valid key: how to get access, and how many scans are not reported yet. */
export function LockedScanner({ view: { lockReason, unreportedCount } }: { view: ScannerView }) {
  return (
    <div className="mx-auto max-w-md space-y-5 py-16 text-center">
      <img src="/icon.svg" alt="" width={64} height={64} className="mx-auto" />
      <h1 className="text-2xl">Validar boletos</h1>
      {lockReason ? (
        <Notice tone="error" alert title={lockReason} />
      ) : (
        <p className="text-soft">
          Abre aquí el enlace de tu puerta: te lo da quien organiza el evento, y también se puede escanear con la cámara
          de este teléfono.
        </p>
      )}
      {unreportedCount > 0 && (
        <Notice tone="warning" icon="clock" title={`${scanCountText(unreportedCount)} por sincronizar`}>
          Siguen guardadas en este teléfono. Se envían al abrir un enlace nuevo.
        </Notice>
      )}
    </div>
  );
}

export function scanCountText(scanCount: number): string {
  return scanCount === 1 ? "1 lectura" : `${scanCount} lecturas`;
}
