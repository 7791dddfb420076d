import { useState } from "react";
import { Form } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import type { PictureView } from "../../../ui/picture.tsx";

/**
 * Edits a picture's description and its focus point. A card that crops the picture keeps the focus point visible. Staff
 * click on the point in the picture, or type its distances from the left and from the top as percentages.
 */
export function PictureDescription({ picture }: { picture: PictureView }) {
  const [[x, y], setFocus] = useState<[number, number]>(picture.focus ?? [50, 50]);
  const width = picture.webp.find((candidate) => candidate >= 360) ?? picture.webp.at(-1) ?? 0;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
        Descripción y centro
      </summary>
      <Form method="post" preventScrollReset className="space-y-3 pt-2">
        <input type="hidden" name="intent" value="describe" />
        <input type="hidden" name="key" value={picture.key} />
        <TextField
          name="alt"
          label="Qué se ve"
          hint="Para quien no puede verla."
          optional
          maxLength={200}
          defaultValue={picture.alt}
        />
        <div className="relative mx-auto w-fit">
          {/* The two fields below do the same without a pointer. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
          <img
            src={`/pictures/${picture.key}.${width}.webp`}
            alt=""
            width={picture.width}
            height={picture.height}
            draggable={false}
            onClick={({ currentTarget, clientX, clientY }) => {
              const box = currentTarget.getBoundingClientRect();
              const toPercent = (share: number) => Math.min(100, Math.max(0, Math.round(share * 100)));
              setFocus([toPercent((clientX - box.left) / box.width), toPercent((clientY - box.top) / box.height)]);
            }}
            className="max-h-64 w-auto cursor-crosshair rounded-sm"
          />
          <span
            aria-hidden
            style={{ left: `${x}%`, top: `${y}%` }}
            className="pointer-events-none absolute size-6 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-accent/60 shadow"
          />
        </div>
        <p className="text-soft">Toca lo que debe verse siempre, aunque la tarjeta corte la foto.</p>
        <div className="grid grid-cols-2 gap-3">
          <TextField
            name="focusX"
            type="number"
            min={0}
            max={100}
            label="Desde la izquierda, %"
            value={x}
            onChange={(event) => setFocus([Number(event.currentTarget.value), y])}
          />
          <TextField
            name="focusY"
            type="number"
            min={0}
            max={100}
            label="Desde arriba, %"
            value={y}
            onChange={(event) => setFocus([x, Number(event.currentTarget.value)])}
          />
        </div>
        <Button type="submit" variant="secondary">
          Guardar foto
        </Button>
      </Form>
    </details>
  );
}
