import { useEffect, useState } from "react";
import { Icon } from "./icon.tsx";

/** A row with a value that people enter elsewhere. `text` is its readable form; the button copies `value`. */
export function CopyValue({ label, value, text = value }: { label: string; value: string; text?: string }) {
  const [copyResult, setCopyResult] = useState<"yes" | "no" | null>(null);
  useEffect(() => {
    if (copyResult === null) return;
    const timer = setTimeout(() => setCopyResult(null), 4_000);
    return () => clearTimeout(timer);
  }, [copyResult]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopyResult("yes");
    } catch {
      setCopyResult("no");
    }
  };
  return (
    <div className="grid min-h-12 grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line sm:grid-cols-[11rem_1fr_auto]">
      <dt className="text-sm text-soft max-sm:pt-2">{label}</dt>
      <dd className="min-w-0 font-semibold tabular break-words select-all max-sm:col-start-1 max-sm:pb-2">{text}</dd>
      <dd className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
        <button
          type="button"
          onClick={() => void copy()}
          aria-label={`Copiar ${label.toLowerCase()}`}
          className="-mr-2 min-h-11 px-2 text-sm underline underline-offset-4 hover:no-underline"
        >
          {copyResult === "yes" ? <Icon name="check" /> : "Copiar"}
        </button>
        <span role="status" className="sr-only">
          {copyResult === "yes" && `${label}: copiado`}
          {copyResult === "no" && "No se pudo copiar: selecciona el texto y cópialo"}
        </span>
      </dd>
    </div>
  );
}
