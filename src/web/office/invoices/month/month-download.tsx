import { useState } from "react";
import { buttonClasses } from "../../../ui/button.tsx";

/** Minimum number of documents that the server renders and compresses in a second. */
const DOCUMENTS_PER_SECOND = 5;

/**
 * The link to a month's ZIP. The download takes long, because the server renders a PDF for each document. After the
 * click, a status message says how long, also to screen readers.
 */
export function MonthDownload({ href, count: documentCount }: { href: string; count: number }) {
  const [hasBegun, setHasBegun] = useState(false);
  const countText = documentCount === 1 ? "1 documento" : `${documentCount.toLocaleString("es-MX")} documentos`;
  if (documentCount === 0) return <p className="text-soft">Este mes todavía no tiene documentos para descargar.</p>;
  return (
    <div className="space-y-2">
      <a href={href} download className={buttonClasses("secondary")} onClick={() => setHasBegun(true)}>
        Descargar XML, PDF y acuses (ZIP)
      </a>
      <p role="status" className="text-sm text-soft">
        {hasBegun
          ? `Estamos preparando ${countText}: ${durationText(documentCount)}. La descarga sigue en tu navegador aunque cambies de página. Si se corta, vuelve a empezarla.`
          : `${documentCount === 1 ? "Es" : "Son"} ${countText}.`}
      </p>
    </div>
  );
}

function durationText(documentCount: number): string {
  const seconds = documentCount / DOCUMENTS_PER_SECOND;
  if (seconds <= 10) return "tarda unos segundos";
  if (seconds <= 60) return "tarda menos de un minuto";
  return `tarda hasta ${Math.ceil(seconds / 60)} minutos`;
}
