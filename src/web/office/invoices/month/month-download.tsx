import { useState } from "react";
import { buttonClasses } from "../../../ui/button.tsx";

/** Minimum number of documents that the server renders and compresses in a second. */
const DOCUMENTS_PER_SECOND = 5;

/**
 * The link to a month's ZIP. The download takes long, because the server renders a PDF for each document. After the
 * click, a status message says how long, also to screen readers.
 */
export function MonthDownload({ href, count }: { href: string; count: number }) {
  const [hasBegun, setHasBegun] = useState(false);
  const countText = count === 1 ? "1 documento" : `${count.toLocaleString("es-MX")} documentos`;
  if (count === 0) return <p className="text-soft">Este mes todavía no tiene documentos para descargar.</p>;
  return (
    <div className="space-y-2">
      <a href={href} download className={buttonClasses("secondary")} onClick={() => setHasBegun(true)}>
        Descargar XML, PDF y acuses (ZIP)
      </a>
      <p role="status" className="text-sm text-soft">
        {hasBegun
          ? `Estamos preparando ${countText}: ${durationText(count)}. La descarga sigue en tu navegador aunque cambies de página. Si se corta, vuelve a empezarla.`
          : `${count === 1 ? "Es" : "Son"} ${countText}.`}
      </p>
    </div>
  );
}

function durationText(count: number): string {
  const seconds = count / DOCUMENTS_PER_SECOND;
  if (seconds <= 10) return "tarda unos segundos";
  if (seconds <= 60) return "tarda menos de un minuto";
  return `tarda hasta ${Math.ceil(seconds / 60)} minutos`;
}
