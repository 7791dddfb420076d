import { useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { cx } from "../../ui/class-names.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Picture, type PictureView } from "../../ui/picture.tsx";
import { extendEdges } from "./extend-edges.ts";
import { useLightbox } from "./use-lightbox.ts";
import { useZoom, type ZoomControl } from "./use-zoom.ts";

/** By how much one press of a button or key scales the picture. */
const ZOOM_FACTOR = 1.6;
/** How far one press of an arrow key moves an enlarged picture, in CSS pixels. */
const MOVE_PX = 80;
const MOVES: Partial<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [MOVE_PX, 0],
  ArrowRight: [-MOVE_PX, 0],
  ArrowUp: [0, MOVE_PX],
  ArrowDown: [0, -MOVE_PX],
};

/**
 * The pictures over the whole screen. A swipe, ← and → show another picture. A pinch, a double tap, a press, the wheel,
 * + and − change its scale (use-zoom.ts). A drag and the arrow keys move an enlarged picture. Esc and the cross close
 * the dialog and report the index of the shown picture.
 */
export default function Lightbox({
  pictures,
  name,
  start: startIndex,
  sizesAttribute,
  onClose,
}: {
  pictures: PictureView[];
  name: string;
  /** The `sizes` attribute of the pictures on the page. The browser has already loaded the files that it selects. */
  sizesAttribute: string;
  start: number;
  onClose: (index: number) => void;
}) {
  const { dialog, pictureRow, index, zoomed, setZoomed, goTo, onScroll, onPointerDown } = useLightbox(
    pictures.length,
    startIndex,
  );
  const control = useRef<ZoomControl | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    const move = zoomed ? MOVES[key] : undefined;
    if (move) {
      event.preventDefault();
      control.current?.moveBy(...move);
    } else if (key === "ArrowRight") goTo(index + 1);
    else if (key === "ArrowLeft") goTo(index - 1);
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
        ref={pictureRow}
        onPointerDown={onPointerDown}
        onScroll={onScroll}
        className={cx(
          "flex h-full snap-x snap-mandatory overscroll-contain [scrollbar-width:none]",
          zoomed ? "overflow-hidden" : "overflow-x-auto",
        )}
      >
        {pictures.map((picture, position) => (
          <ZoomablePicture
            key={picture.key}
            picture={picture}
            sizesAttribute={sizesAttribute}
            zoomed={zoomed && position === index}
            setZoomed={setZoomed}
            control={control}
            label={`Foto ${position + 1} de ${pictures.length}: ${picture.alt}`}
            hidden={position !== index}
            isNear={Math.abs(position - index) < 2}
          />
        ))}
      </div>
      <div className="absolute right-0 top-0 flex">
        {zoomed && (
          <LightboxButton icon="minus" label="Alejar" onClick={() => control.current?.zoomBy(1 / ZOOM_FACTOR)} />
        )}
        <LightboxButton icon="plus" label="Acercar" onClick={() => control.current?.zoomBy(ZOOM_FACTOR)} />
        <LightboxButton icon="close" label="Cerrar" onClick={() => onClose(index)} />
      </div>
      {pictures.length > 1 && <PictureNavigation {...{ index, zoomed, goTo }} count={pictures.length} />}
    </dialog>
  );
}

/** The number of the shown picture, and the buttons to the previous and the next one. */
function PictureNavigation({
  index,
  count,
  zoomed,
  goTo,
}: {
  index: number;
  count: number;
  zoomed: boolean;
  goTo: (to: number) => void;
}) {
  return (
    <>
      <p role="status" className="tabular pointer-events-none absolute inset-x-0 bottom-3 text-center text-sm">
        <span className="inline-block bg-paper px-3 py-1 text-ink">
          {index + 1} / {count}
        </span>
      </p>
      {!zoomed && (
        <>
          <LightboxButton
            icon="chevron"
            label="Foto anterior"
            disabled={index === 0}
            onClick={() => goTo(index - 1)}
            className="absolute left-0 top-1/2 -translate-y-1/2 [&>svg]:rotate-180"
          />
          <LightboxButton
            icon="chevron"
            label="Foto siguiente"
            disabled={index === count - 1}
            onClick={() => goTo(index + 1)}
            className="absolute right-0 top-1/2 -translate-y-1/2"
          />
        </>
      )}
    </>
  );
}

function ZoomablePicture({
  picture,
  sizesAttribute,
  zoomed,
  setZoomed,
  control,
  label,
  hidden,
  isNear,
}: {
  picture: PictureView;
  sizesAttribute: string;
  zoomed: boolean;
  setZoomed: (zoomed: boolean) => void;
  control: RefObject<ZoomControl | null>;
  label: string;
  hidden: boolean;
  /** Whether the picture is shown or beside the shown one. Others are drawn when they come near. */
  isNear: boolean;
}) {
  const { frame, content, onClick, handlers } = useZoom({ picture, isShown: !hidden, zoomed, setZoomed, control });
  /** Whether the file that the browser already has is drawn. Only then a larger file is requested. */
  const [isDrawn, setDrawn] = useState(false);
  const fittedSizes = hidden || !isDrawn ? sizesAttribute : "100vw";
  return (
    <div
      ref={frame}
      inert={hidden}
      {...handlers}
      // The browser's own drag of an image would interrupt moving the picture.
      onDragStart={(event) => event.preventDefault()}
      className="h-full w-full shrink-0 snap-center overflow-hidden"
      // A finger moves an enlarged picture. Otherwise it swipes to another picture.
      style={{ touchAction: zoomed ? "none" : "pan-x" }}
    >
      <button
        type="button"
        aria-label={label}
        aria-pressed={zoomed}
        onClick={onClick}
        className={cx("relative h-full w-full -outline-offset-4", zoomed ? "cursor-zoom-out" : "cursor-zoom-in")}
      >
        <span
          ref={content}
          onLoadCapture={({ target }) => {
            extendEdges(target as HTMLImageElement);
            setDrawn(true);
          }}
          className="absolute inset-0 bg-bone"
        >
          {isNear && (
            <Picture
              picture={picture}
              sizes={zoomed ? "5000px" : fittedSizes}
              priority="early"
              alt=""
              // The background of most product photographs, until `extendEdges` reads the picture's own.
              className="absolute inset-0 h-full! bg-[#f6f4f0]! object-contain mix-blend-multiply"
            />
          )}
        </span>
      </button>
    </div>
  );
}

function LightboxButton({
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
      className={cx("grid size-11 place-items-center bg-paper text-ink disabled:opacity-0", className)}
    >
      <Icon name={icon} />
    </button>
  );
}
