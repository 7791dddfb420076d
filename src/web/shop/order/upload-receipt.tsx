import { useId, useRef, useState } from "react";
import type { Order } from "../../../contract/orders.ts";
import { useSession } from "../../state/session.tsx";
import { uploadFile } from "../upload-file.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { PaymentProps } from "./payment.tsx";

const MAX_RECEIPT_BYTES = 5 * 1024 * 1024;

/**
 * Uploads a picture or PDF as soon as it is chosen, and shows the progress. A failed upload can be repeated with the
 * same file.
 */
export function UploadReceipt({ order, linkKey, onOrder }: PaymentProps) {
  const { session } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [unsentFile, setUnsentFile] = useState<File | null>(null);

  const send = async (chosenFile: File): Promise<void> => {
    setUnsentFile(chosenFile);
    if (chosenFile.size > MAX_RECEIPT_BYTES) return setError("El archivo pesa demasiado: puede pesar hasta 5 MB.");
    setError(null);
    setPercent(0);
    const token = linkKey ? null : (session?.token ?? null);
    const query = linkKey ? `?key=${encodeURIComponent(linkKey)}` : "";
    const path = `/api/v1/orders/${order._id}/transfer-receipts${query}`;
    const outcome = await uploadFile<Order>(path, { file: chosenFile, token, onProgress: setPercent });
    setPercent(null);
    if ("detail" in outcome) return setError(outcome.detail);
    setUnsentFile(null);
    onOrder(outcome);
  };
  return (
    <div className="space-y-3">
      <p id={hintId} className="text-sm text-soft">
        ¿Ya transferiste? Sube tu comprobante (imagen o PDF, hasta 5 MB): lo revisamos y te avisamos.
      </p>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        aria-label="Comprobante de tu transferencia"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [chosenFile] = event.target.files ?? [];
          event.target.value = "";
          if (chosenFile) void send(chosenFile);
        }}
      />
      <Button
        busy={percent !== null}
        aria-describedby={hintId}
        className="max-sm:w-full"
        onClick={() => input.current?.click()}
      >
        {percent === null ? "Subir comprobante" : `Subiendo… ${percent}%`}
      </Button>
      {error && (
        <Notice tone="error" alert title={error}>
          {unsentFile && unsentFile.size <= MAX_RECEIPT_BYTES && (
            <Button variant="quiet" className="-ml-2" onClick={() => void send(unsentFile)}>
              Intentar otra vez con {unsentFile.name}
            </Button>
          )}
        </Notice>
      )}
    </div>
  );
}
