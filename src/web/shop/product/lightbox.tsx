import { useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { cx } from "../../ui/class-names.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Picture, type PictureView } from "../../ui/picture.tsx";
import { useLightbox } from "./use-lightbox.ts";
import { useZoom, type ZoomControl } from "./use-zoom.ts";

/** Of one press of a button or key. */
const ZOOM_FACTOR = 1.6;
const MOVE_PX = 80;
const MOVES: Partial<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [MOVE_PX, 0],
  ArrowRight: [-MOVE_PX, 0],
  ArrowUp: [0, MOVE_PX],
  ArrowDown: [0, -MOVE_PX],
};

/**
 * The pictures over the whole screen: swipe, ← and → change the picture. Pinch, double tap, press, wheel, + and −
 * enlarge it up to the pixels of its largest file, and then drag and the arrows move it. Esc or the cross close it, on
 * the last picture seen.
 */
export default function Lightbox({
  pictures,
  name,
  start,
  seenSizes,
  onClose,
}: {
  pictures: PictureView[];
  name: string;
  /** The `sizes` in which the page has shown the pictures: those files are loaded. */
  seenSizes: string;
  start: number;
  onClose: (index: number) => void;
}) {
  const { dialog, track, index, zoomed, setZoomed, go, onScroll, onPointerDown } = useLightbox(pictures.length, start);
  const control = useRef<ZoomControl | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    const move = zoomed ? MOVES[key] : undefined;
    if (move) {
      event.preventDefault();
      control.current?.moveBy(...move);
    } else if (key === "ArrowRight") go(index + 1);
    else if (key === "ArrowLeft") go(index - 1);
    else if (key === "+" || key === "=") control.current?.zoomBy(ZOOM_FACTOR);
    else if (key === "-") control.current?.zoomBy(1 / ZOOM_FACTOR);
  };
  return (
    <dialog
      ref={dialog}
      aria-label={`Fotos de ${name}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose(index);
      }}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-bone p-0 text-on-bone"
    >
      <div
        ref={track}
        onPointerDown={onPointerDown}
        onScroll={onScroll}
        className={cx(
          "flex h-full snap-x snap-mandatory overscroll-contain [scrollbar-width:none]",
          zoomed ? "overflow-hidden" : "overflow-x-auto",
        )}
      >
        {pictures.map((picture, n) => (
          <Zoomable
            key={picture.key}
            picture={picture}
            seenSizes={seenSizes}
            zoomed={zoomed && n === index}
            setZoomed={setZoomed}
            control={control}
            label={`Foto ${n + 1} de ${pictures.length}: ${picture.alt}`}
            hidden={n !== index}
          />
        ))}
      </div>
      <div className="absolute right-3 top-3 flex gap-2">
        {zoomed && <Round icon="minus" label="Alejar" onClick={() => control.current?.zoomBy(1 / ZOOM_FACTOR)} />}
        <Round icon="plus" label="Acercar" onClick={() => control.current?.zoomBy(ZOOM_FACTOR)} />
        <Round icon="close" label="Cerrar" onClick={() => onClose(index)} />
      </div>
      {pictures.length > 1 && <Steps {...{ index, zoomed, go }} count={pictures.length} />}
    </dialog>
  );
}

/** Which picture is on show, and the buttons to the one before and the one after. */
function Steps({
  index,
  count,
  zoomed,
  go,
}: {
  index: number;
  count: number;
  zoomed: boolean;
  go: (to: number) => void;
}) {
  return (
    <>
      <p role="status" className="tabular absolute left-4 top-5 bg-bone/80 px-2 py-1 text-sm">
        {index + 1} / {count}
      </p>
      {!zoomed && (
        <>
          <Round
            icon="chevron"
            label="Foto anterior"
            disabled={index === 0}
            onClick={() => go(index - 1)}
            className="absolute left-3 top-1/2 -translate-y-1/2 [&>svg]:rotate-180"
          />
          <Round
            icon="chevron"
            label="Foto siguiente"
            disabled={index === count - 1}
            onClick={() => go(index + 1)}
            className="absolute right-3 top-1/2 -translate-y-1/2"
          />
        </>
      )}
    </>
  );
}

function Zoomable({
  picture,
  seenSizes,
  zoomed,
  setZoomed,
  control,
  label,
  hidden,
}: {
  picture: PictureView;
  seenSizes: string;
  zoomed: boolean;
  setZoomed: (zoomed: boolean) => void;
  control: RefObject<ZoomControl | null>;
  label: string;
  hidden: boolean;
}) {
  const { frame, content, onClick, pointers } = useZoom({ picture, isShown: !hidden, zoomed, setZoomed, control });
  /** First the file that the page has shown, which appears at once. The browser keeps it until a larger one is loaded. */
  const [isDrawn, setDrawn] = useState(false);
  const large = hidden || !isDrawn ? seenSizes : "100vw";
  return (
    <div
      ref={frame}
      inert={hidden}
      {...pointers}
      // The browser's own drag of a picture would end ours.
      onDragStart={(event) => event.preventDefault()}
      className="h-full w-full shrink-0 snap-center overflow-hidden"
      // A finger moves an enlarged picture. One that fits is swiped away.
      style={{ touchAction: zoomed ? "none" : "pan-x" }}
    >
      <button
        type="button"
        aria-label={label}
        aria-pressed={zoomed}
        onClick={onClick}
        className={cx("relative h-full w-full -outline-offset-4", zoomed ? "cursor-zoom-out" : "cursor-zoom-in")}
      >
        <span ref={content} onLoadCapture={() => setDrawn(true)} className="absolute inset-0 bg-bone">
          <Picture
            picture={picture}
            sizes={zoomed ? "5000px" : large}
            priority="early"
            alt=""
            // The light grey of most product photographs: their edge is hardly seen.
            className="absolute inset-0 h-full! bg-[#f6f4f0]! object-contain mix-blend-multiply"
          />
        </span>
      </button>
    </div>
  );
}

function Round({
  icon,
  label,
  onClick,
  disabled,
  className,
}: {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  className?: string;
}) {
  return (
    <button
      type="button"
      data-control=""
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className={cx("grid size-11 place-items-center rounded-full bg-bone/80 disabled:opacity-30", className)}
    >
      <Icon name={icon} />
    </button>
  );
}
