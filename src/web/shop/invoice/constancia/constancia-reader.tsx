import { useId, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { ReceiverDraft } from "../draft.ts";

type ConstanciaData = Partial<Pick<ReceiverDraft, "rfc" | "name" | "postalCode" | "fiscalReg">>;
type ReaderState = "reading" | { successMessage: string } | { error: string } | null;

/**
 * Fills the form from the PDF of the Constancia. It is optional, because the law forbids requiring it (CFF 83-IX). The
 * file is read in this browser. It is neither sent nor stored.
 */
export function ConstanciaReader({ onRead }: { onRead: (data: ConstanciaData) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [state, setState] = useState<ReaderState>(null);

  const readFile = async (file: File | undefined): Promise<void> => {
    setDraggedOver(false);
    if (!file || state === "reading") return;
    setState("reading");
    const result = await import("./read-constancia-file.ts")
      .then(({ readConstanciaFile }) => readConstanciaFile(file))
      .catch(() => ({ error: "No pudimos leer el archivo: revisa tu conexión, o escribe tus datos abajo." }));
    if ("error" in result) return setState(result);
    onRead(result.data);
    setState({ successMessage: result.message });
  };

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        void readFile(event.dataTransfer.files[0]);
      }}
      className={cx("space-y-3 border border-dashed p-4", isDraggedOver ? "border-ink bg-sand" : "border-edge")}
    >
      <p id={hintId} className="text-sm">
        <strong>¿Tienes a la mano el PDF de tu constancia?</strong> Suéltalo aquí o elígelo y llenamos tus datos. Se lee
        en tu equipo: no se manda ni se guarda. No hace falta para facturar.
      </p>
      <input
        ref={input}
        type="file"
        accept="application/pdf"
        aria-label="Tu Constancia de Situación Fiscal"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          void readFile(file);
        }}
      />
      <Button
        variant="secondary"
        busy={state === "reading"}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
        className="max-sm:w-full"
      >
        {state === "reading" ? "Leyendo tu constancia…" : "Elegir mi constancia"}
      </Button>
      <div role="status">
        {state !== null && state !== "reading" && "successMessage" in state && (
          <Notice tone="success" icon="check" title="Llenamos tus datos">
            {state.successMessage}
          </Notice>
        )}
      </div>
      {state !== null && state !== "reading" && "error" in state && <Notice tone="warning" alert title={state.error} />}
    </div>
  );
}
