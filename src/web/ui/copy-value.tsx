import { useEffect, useState } from "react";
import { COPY } from "./icon-paths.ts";
import { Icon, LineIcon } from "./icon.tsx";

/** A value that people enter elsewhere. `shown` is its readable form; the button copies `value`. */
export function CopyValue({ label, value, shown = value }: { label: string; value: string; shown?: string }) {
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), 4_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied("yes");
    } catch {
      setCopied("no");
    }
  };
  return (
    <div className="rounded-box border border-line bg-card px-4 py-3">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="flex items-center justify-between gap-3">
        <span className="min-w-0 font-semibold tabular break-words select-all">{shown}</span>
        <button
          type="button"
          onClick={() => void copy()}
          aria-label={`Copiar ${label.toLowerCase()}`}
          className="-my-2 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-box hover:bg-sand"
        >
          {copied === "yes" ? <Icon name="check" /> : <LineIcon path={COPY} />}
        </button>
        <span role="status" className="sr-only">
          {copied === "yes" && `${label}: copiado`}
          {copied === "no" && "No se pudo copiar: selecciona el texto y cópialo"}
        </span>
      </dd>
    </div>
  );
}
