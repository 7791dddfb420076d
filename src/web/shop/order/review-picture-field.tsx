import { useId, useRef, useState } from "react";
import type { AnswerOf } from "../../client.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { uploadFile } from "../upload-file.ts";
import type { UploadedPicture } from "./use-product-review.ts";

/** The limits of the API (contract/product-reviews.ts, contract/endpoints/reviews.ts). */
const MAX_REVIEW_PICTURES = 3;
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

interface Props {
  productId: string;
  token: string;
  pictures: readonly UploadedPicture[];
  error: string | undefined;
  onError: (message: string | undefined) => void;
  onChange: (change: (current: UploadedPicture[]) => UploadedPicture[]) => void;
}

/** Up to three pictures, uploaded as soon as they are chosen. After a refused one, the rest are not uploaded. */
export function ReviewPictureField({ productId, token, pictures, error, onError, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [percent, setPercent] = useState<number | null>(null);
  const send = async (files: readonly File[]): Promise<void> => {
    onError(undefined);
    for (const file of files.slice(0, MAX_REVIEW_PICTURES - pictures.length)) {
      if (file.size > MAX_PICTURE_BYTES) return onError("La foto pesa demasiado: puede pesar hasta 20 MB.");
      setPercent(0);
      const path = `/api/v1/products/${productId}/reviews/pictures`;
      const result = await uploadFile<AnswerOf<"uploadReviewPicture">>(path, { file, token, onProgress: setPercent });
      setPercent(null);
      if ("detail" in result) return onError(result.detail);
      onChange((current) => [...current, result.picture]);
    }
    if (files.length > MAX_REVIEW_PICTURES - pictures.length) onError("Sube a lo más tres fotos");
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`} className="space-y-2">
      <p id={`${id}-label`} className="text-sm font-semibold">
        Fotos <span className="font-normal text-soft">(opcional)</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {pictures.map((picture, index) => (
          <div key={picture._id} className="relative">
            <img
              src={picture.thumbnailUrl}
              alt={`Tu foto ${index + 1}`}
              width={80}
              height={80}
              className="size-20 rounded-box bg-sand object-cover"
            />
            <button
              type="button"
              aria-label={`Quitar la foto ${index + 1}`}
              onClick={() => onChange((current) => current.filter(({ _id }) => _id !== picture._id))}
              className="absolute -right-2 -top-2 grid size-7 place-items-center rounded-full border border-line bg-card"
            >
              <Icon name="close" className="size-4" />
            </button>
          </div>
        ))}
        <input
          ref={input}
          type="file"
          name="pictures"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-label="Fotos de tu reseña"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const chosenFiles = [...(event.target.files ?? [])];
            event.target.value = "";
            void send(chosenFiles);
          }}
        />
        {pictures.length < MAX_REVIEW_PICTURES && (
          <Button variant="secondary" busy={percent !== null} onClick={() => input.current?.click()}>
            {percent === null ? "Agregar fotos" : percent < 100 ? `Subiendo… ${percent}%` : "Preparando tu foto…"}
          </Button>
        )}
      </div>
      <p
        id={`${id}-help`}
        role={error ? "alert" : undefined}
        className={`text-sm ${error ? "font-medium text-error" : "text-soft"}`}
      >
        {error ?? "Hasta tres, de 20 MB cada una."}
      </p>
    </div>
  );
}
