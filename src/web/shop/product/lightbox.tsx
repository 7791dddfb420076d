import { useEffect, useRef } from "react";
import { cx } from "../../ui/class-names.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Picture, type PictureView } from "../../ui/picture.tsx";
import { useLightbox } from "./use-lightbox.ts";

const ZOOM = 2.5;

/**
 * The pictures over the whole screen: swipe, ← and → change the picture; a press, + or − changes the size, and a
 * picture larger than the screen scrolls. Esc or the cross close it, on the last picture seen.
 */
export default function Lightbox({
  pictures,
  name,
  start,
  onClose,
}: {
  pictures: PictureView[];
  name: string;
  start: number;
  onClose: (index: number) => void;
}) {
  const { dialog, track, index, zoomed, setZoomed, go, onScroll, onPointerDown } = useLightbox(pictures.length, start);
  return (
    <dialog
      ref={dialog}
      aria-label={`Fotos de ${name}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose(index);
      }}
      onKeyDown={({ key }) => {
        if (key === "ArrowRight" && !zoomed) go(index + 1);
        if (key === "ArrowLeft" && !zoomed) go(index - 1);
        if (key === "+" || key === "-") setZoomed(key === "+");
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper p-0 text-ink"
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
            zoomed={zoomed && n === index}
            onZoom={() => setZoomed(!zoomed)}
            label={`Foto ${n + 1} de ${pictures.length}: ${picture.alt}`}
            hidden={n !== index}
          />
        ))}
      </div>
      <div className="absolute right-3 top-3 flex gap-2">
        <Round
          icon={zoomed ? "minus" : "plus"}
          label={zoomed ? "Alejar" : "Acercar"}
          onClick={() => setZoomed(!zoomed)}
        />
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
      <p role="status" className="tabular absolute left-4 top-5 rounded-full bg-card/90 px-3 py-1 text-sm">
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
  zoomed,
  onZoom,
  label,
  hidden,
}: {
  picture: PictureView;
  zoomed: boolean;
  onZoom: () => void;
  label: string;
  hidden: boolean;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const aim = useRef({ x: 0.5, y: 0.5 });
  // When enlarged, the pressed point stays in view.
  useEffect(() => {
    const element = frame.current;
    if (!zoomed || !element) return;
    const { x, y } = aim.current;
    element.scrollTo({
      left: x * element.scrollWidth - element.clientWidth / 2,
      top: y * element.scrollHeight - element.clientHeight / 2,
      behavior: "instant",
    });
  }, [zoomed]);
  return (
    <div
      ref={frame}
      inert={hidden}
      className={cx("h-full w-full shrink-0 snap-center", zoomed ? "overflow-auto" : "overflow-hidden")}
    >
      <button
        type="button"
        aria-label={label}
        aria-pressed={zoomed}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const byKey = event.detail === 0;
          aim.current = byKey
            ? { x: 0.5, y: 0.5 }
            : { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
          onZoom();
        }}
        className={cx("relative -outline-offset-4", zoomed ? "cursor-zoom-out" : "cursor-zoom-in")}
        style={zoomed ? { width: `${ZOOM * 100}%`, height: `${ZOOM * 100}%` } : { width: "100%", height: "100%" }}
      >
        <Picture
          picture={picture}
          sizes={zoomed ? `${ZOOM * 100}vw` : "100vw"}
          priority="early"
          alt=""
          className="absolute inset-0 h-full! bg-transparent! object-contain"
        />
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
      className={cx("grid size-11 place-items-center rounded-full bg-card/90 shadow-sm disabled:opacity-40", className)}
    >
      <Icon name={icon} />
    </button>
  );
}
