import { useEffect, useRef, useState } from "react";
import { cx } from "../../ui/class-names.ts";
import { NoPicture, Picture, type PictureView } from "../../ui/picture.tsx";
import { loadable } from "../../ui/loadable.tsx";

const PICTURE_SIZES = "(min-width: 1024px) 32vw, (min-width: 768px) 48vw, calc(100vw - 2px)";
const loadLightbox = () => import("./lightbox.tsx");
const Lightbox = loadable(loadLightbox);

/**
 * The product's pictures. Phones and tablets show a row to swipe, with a counter. Wider screens show two columns. If
 * the number of pictures is odd, the last three share a row. A press enlarges a picture.
 */
export function Gallery({
  pictures,
  name,
  event,
}: {
  pictures: PictureView[];
  name: string;
  /** When and where an event is. On phones its pictures are less tall, so that this text is in view. */
  event?: string | null;
}) {
  const track = useRef<HTMLDivElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const [isLightboxOpen, setLightboxOpen] = useState(false);
  const [lastShownIndex, setLastShownIndex] = useState<number | null>(null);
  // After the lightbox has closed and returned the focus to the picture that opened it, the focus moves to the last
  // picture shown.
  useEffect(() => {
    if (isLightboxOpen || lastShownIndex === null) return;
    const element = track.current;
    element?.querySelectorAll("button")[lastShownIndex]?.focus({ preventScroll: true });
    element?.scrollTo({ left: lastShownIndex * element.clientWidth });
    setLastShownIndex(null);
  }, [isLightboxOpen, lastShownIndex]);
  const { length } = pictures;
  if (length === 0) return <NoPicture />;
  return (
    <div className="relative max-md:-mx-4 md:sticky md:top-24 md:self-start">
      <div
        ref={track}
        role="group"
        aria-label={`Fotos de ${name}`}
        onScroll={({ currentTarget }) =>
          setCurrentIndex(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
        }
        className={cx(
          "flex snap-x snap-mandatory gap-0.5 overflow-x-auto overscroll-x-contain [scrollbar-width:none]",
          length > 1 && "lg:grid lg:grid-cols-6 lg:overflow-visible",
        )}
      >
        {pictures.map((picture, index) => (
          <button
            key={picture.key}
            type="button"
            data-lead={index === 0 ? "" : undefined}
            aria-label={`Ampliar foto ${index + 1} de ${length}`}
            onPointerDown={loadLightbox}
            onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest" })}
            onClick={() => {
              setCurrentIndex(index);
              setLightboxOpen(true);
            }}
            className={cx(
              "w-full shrink-0 cursor-zoom-in snap-center bg-bone -outline-offset-4",
              length % 2 && index > length - 4 ? "col-span-2" : "col-span-3",
            )}
          >
            <Picture
              picture={picture}
              sizes={PICTURE_SIZES}
              priority={index === 0 ? "lead" : undefined}
              className={cx(
                event ? "max-h-[calc(100svh-26rem)]" : "max-h-[calc(100svh-24rem)]",
                "object-cover mix-blend-multiply md:aspect-4/5 md:max-h-none",
              )}
            />
          </button>
        ))}
      </div>
      {length > 1 && (
        <span
          aria-hidden
          className="tabular pointer-events-none absolute bottom-3 right-4 text-xs text-on-bone lg:hidden"
        >
          {currentIndex + 1} / {length}
        </span>
      )}
      {isLightboxOpen && (
        <Lightbox
          pictures={pictures}
          name={name}
          start={currentIndex}
          sizesAttribute={PICTURE_SIZES}
          onClose={(index) => {
            setLightboxOpen(false);
            setLastShownIndex(index);
          }}
        />
      )}
    </div>
  );
}
