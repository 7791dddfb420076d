import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Picture, type PictureView } from "../../../ui/picture.tsx";
import { PictureDescription } from "./picture-description.tsx";

/**
 * Edits a product's pictures. The product's card shows the first one. Staff order them by dragging, or with buttons
 * that work without JavaScript. A removed picture can be restored.
 */
export function PictureManager({
  pictures,
  removedPicture,
}: {
  pictures: readonly PictureView[];
  removedPicture?: { key: string; position: number };
}) {
  const ordering = usePictureOrder(pictures);
  return (
    <>
      {removedPicture && <RemovedNotice removedPicture={removedPicture} />}
      {pictures.length === 0 ? (
        <p className="text-sm text-soft">Todavía no tiene fotos. La primera es la de su tarjeta en la tienda.</p>
      ) : (
        <ol aria-label="Fotos del producto" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {pictures.map((picture, index) => (
            <PictureItem key={picture.key} {...{ picture, index, ordering }} count={pictures.length} />
          ))}
        </ol>
      )}
      <UploadPictures count={pictures.length} />
      <p className="text-sm text-soft">
        JPEG, PNG, WebP o AVIF de al menos 200 px de ancho y hasta 20 MB. Arrástralas para ordenarlas.
      </p>
    </>
  );
}

/** Orders the pictures by dragging one (`draggedKey`) onto the place of another (`dropTargetKey`). */
function usePictureOrder(pictures: readonly PictureView[]) {
  const submit = useSubmit();
  const [draggedKey, setDraggedKey] = useState<string | null>(null);
  const [dropTargetKey, setDropTargetKey] = useState<string | null>(null);
  const dropOnto = (targetKey: string): void => {
    setDropTargetKey(null);
    setDraggedKey(null);
    if (draggedKey === null || draggedKey === targetKey) return;
    const keys = pictures.map(({ key }) => key).filter((key) => key !== draggedKey);
    const index = pictures.findIndex(({ key }) => key === targetKey);
    const form = new URLSearchParams([
      ["intent", "reorder"],
      ...keys.toSpliced(index, 0, draggedKey).map((key) => ["key", key]),
    ]);
    void submit(form, { method: "post", preventScrollReset: true });
  };
  return { draggedKey, setDraggedKey, dropTargetKey, setDropTargetKey, dropOnto };
}

function RemovedNotice({ removedPicture }: { removedPicture: { key: string; position: number } }) {
  return (
    <Notice tone="info" alert title="Foto quitada">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="restore" />
        <input type="hidden" name="key" value={removedPicture.key} />
        <input type="hidden" name="position" value={removedPicture.position} />
        <Button type="submit" variant="secondary" className="mt-2">
          Deshacer
        </Button>
      </Form>
    </Notice>
  );
}

function PictureItem({
  picture,
  index,
  count,
  ordering: { draggedKey, setDraggedKey, dropTargetKey, setDropTargetKey, dropOnto },
}: {
  picture: PictureView;
  index: number;
  count: number;
  ordering: ReturnType<typeof usePictureOrder>;
}) {
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        setDraggedKey(picture.key);
      }}
      onDragEnd={() => setDraggedKey(null)}
      onDragOver={(event) => {
        if (draggedKey === null) return;
        event.preventDefault();
        setDropTargetKey(picture.key);
      }}
      onDrop={(event) => {
        event.preventDefault();
        dropOnto(picture.key);
      }}
      className={cx(
        "space-y-2 rounded-box border bg-card p-3",
        dropTargetKey === picture.key && draggedKey !== null ? "border-accent-strong" : "border-line",
        draggedKey === picture.key && "opacity-50",
      )}
    >
      <div className="flex gap-3">
        <div className="w-24 shrink-0">
          <Picture picture={picture} sizes="96px" className="aspect-4/5 rounded-sm object-cover" />
        </div>
        <div className="min-w-0 grow">
          <p className="text-sm font-semibold">{index === 0 ? "Foto 1 · la de su tarjeta" : `Foto ${index + 1}`}</p>
          <p className="text-sm wrap-anywhere text-soft">{picture.alt || "Sin descripción"}</p>
          <PictureButtons {...{ picture, index, count }} />
        </div>
      </div>
      <PictureDescription picture={picture} />
    </li>
  );
}

function UploadPictures({ count }: { count: number }) {
  const { state, formData } = useNavigation();
  const isUploading = state === "submitting" && formData?.has("picture") === true && !formData.has("intent");
  return (
    <Form method="post" encType="multipart/form-data" className="flex flex-wrap items-end gap-3" preventScrollReset>
      <label className="min-w-0 grow text-sm font-semibold">
        Agregar fotos
        <input
          // The key empties the field when the number of pictures changes: once they are uploaded.
          key={count}
          name="picture"
          type="file"
          multiple
          required
          accept="image/jpeg,image/png,image/webp,image/avif"
          className="mt-1.5 block min-h-11 w-full rounded-box border border-edge bg-card p-2 text-sm"
        />
      </label>
      <Button type="submit" variant="secondary" busy={isUploading}>
        {isUploading ? "Preparando…" : "Subir fotos"}
      </Button>
    </Form>
  );
}

function PictureButtons({ picture, index, count }: { picture: PictureView; index: number; count: number }) {
  const name = `la foto ${index + 1}`;
  return (
    <div className="flex flex-wrap">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="move" />
        {index > 0 && (
          <Button type="submit" variant="quiet" name="picture" value={`${picture.key} up`} aria-label={`Subir ${name}`}>
            Subir
          </Button>
        )}
        {index < count - 1 && (
          <Button
            type="submit"
            variant="quiet"
            name="picture"
            value={`${picture.key} down`}
            aria-label={`Bajar ${name}`}
          >
            Bajar
          </Button>
        )}
      </Form>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="remove" />
        <Button type="submit" variant="quiet" name="key" value={picture.key} aria-label={`Quitar ${name}`}>
          Quitar
        </Button>
      </Form>
    </div>
  );
}
