import { useId, useRef, useState } from "react";
import type { Return } from "../../../contract/returns.ts";
import { MAX_RETURN_PICTURES } from "../../../domain/return.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { uploadFile } from "../upload-file.ts";
import type { OrderAuthorization } from "./route.tsx";
import { sendPictures, type SendFailure } from "./send-pictures.ts";

interface Props {
  /** The return that gets the pictures. */
  customerReturn: Return;
  orderId: string;
  auth: OrderAuthorization;
  onChange: () => Promise<void>;
}

/**
 * Uploads pictures of the returned pieces, one by one. After a failure, the files that the shop may still accept can be
 * sent again.
 */
export function UploadPictures({ customerReturn, orderId, auth, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [progress, setProgress] = useState<string | null>(null);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const allowedCount = MAX_RETURN_PICTURES - customerReturn.pictures;
  const send = async (files: readonly File[]): Promise<void> => {
    setFailure(null);
    const query = auth.query.key ? `?key=${encodeURIComponent(auth.query.key)}` : "";
    const path = `/api/v1/orders/${orderId}/returns/${customerReturn._id}/pictures${query}`;
    const count = Math.min(files.length, allowedCount);
    const upload = (file: File, index: number) => {
      const showProgress = (percent: number) =>
        setProgress(`${count > 1 ? `${index + 1} de ${count}, ` : ""}${percent}%`);
      showProgress(0);
      return uploadFile<{ return: Return }>(path, { file, token: auth.token ?? null, onProgress: showProgress });
    };
    setFailure(await sendPictures(files, { allowedCount, upload }));
    setProgress(null);
    await onChange();
  };
  return (
    <div className="space-y-3">
      <p id={hintId} role="status" className="text-sm text-soft">
        {customerReturn.pictures > 0
          ? `Mandaste ${customerReturn.pictures === 1 ? "una foto" : `${customerReturn.pictures} fotos`}.`
          : "¿Llegó con un defecto o no es lo que pediste? Mándanos fotos."}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-label="Fotos de lo que devuelves"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const chosenFiles = [...(event.target.files ?? [])];
          event.target.value = "";
          if (chosenFiles.length > 0) void send(chosenFiles);
        }}
      />
      {allowedCount > 0 && (
        <Button
          variant="secondary"
          busy={progress !== null}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {progress === null ? "Agregar fotos" : `Subiendo… ${progress}`}
        </Button>
      )}
      {failure && (
        <Notice tone="error" alert title={failure.reason}>
          {failure.files.length > 0 && (
            <Button variant="quiet" className="-ml-2" onClick={() => void send(failure.files)}>
              {failure.files.length === 1
                ? `Intentar otra vez con ${failure.files[0]!.name}`
                : `Intentar con las ${failure.files.length} que faltan`}
            </Button>
          )}
        </Notice>
      )}
    </div>
  );
}
