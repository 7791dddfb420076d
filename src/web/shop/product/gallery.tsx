import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { cx } from "../../ui/class-names.ts";
import { LineIcon } from "../../ui/icon.tsx";
import { NoPicture, Picture, type PictureView } from "../../ui/picture.tsx";

const ZOOM = "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4 4M8 11h6m-3-3v6";

const Lightbox = lazy(() => import("./lightbox.tsx"));

/** The product's pictures side by side to swipe, with a thumbnail for each, on phones too. A press shows one large. */
export function Gallery({ pictures, name }: { pictures: PictureView[]; name: string }) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [enlarged, setEnlarged] = useState(false);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  // After the lightbox has closed and returned the focus to the picture that opened it, the focus moves to the last
  // picture seen.
  useEffect(() => {
    if (enlarged || leftAt === null) return;
    const element = track.current;
    element?.querySelectorAll("button")[leftAt]?.focus({ preventScroll: true });
    element?.scrollTo({ left: leftAt * element.clientWidth, behavior: "instant" });
    setLeftAt(null);
  }, [enlarged, leftAt]);
  if (pictures.length === 0) return <NoPicture className="rounded-lg" />;
  const show = (index: number): void => {
    track.current?.scrollTo({ left: index * track.current.clientWidth, behavior: "smooth" });
  };
  return (
    <div className="space-y-3 md:sticky md:top-32 md:self-start lg:top-24">
      <div className="relative">
        <div
          ref={track}
          role="group"
          aria-label={`Fotos de ${name}`}
          onScroll={({ currentTarget }) =>
            setCurrent(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
          }
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-lg bg-sand [scrollbar-width:none]"
        >
          {pictures.map((picture, index) => (
            <button
              key={picture.key}
              type="button"
              aria-label={`Ampliar foto ${index + 1} de ${pictures.length}`}
              onFocus={() => show(index)}
              onClick={() => {
                setCurrent(index);
                setEnlarged(true);
              }}
              className="w-full shrink-0 cursor-zoom-in snap-center -outline-offset-4"
            >
              <Picture
                picture={picture}
                sizes="(min-width: 768px) 46vw, 92vw"
                priority={index === 0 ? "lead" : undefined}
                className="aspect-4/5 object-cover"
              />
            </button>
          ))}
        </div>
        <span
          aria-hidden
          className="pointer-events-none absolute bottom-3 right-3 grid size-10 place-items-center rounded-full bg-card/90"
        >
          <LineIcon path={ZOOM} />
        </span>
      </div>
      {pictures.length > 1 && <Thumbnails pictures={pictures} current={current} onShow={show} />}
      {enlarged && (
        <Suspense>
          <Lightbox
            pictures={pictures}
            name={name}
            start={current}
            onClose={(index) => {
              setEnlarged(false);
              setLeftAt(index);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function Thumbnails({
  pictures,
  current,
  onShow,
}: {
  pictures: PictureView[];
  current: number;
  onShow: (index: number) => void;
}) {
  return (
    <div className="flex flex-wrap gap-3">
      {pictures.map((picture, index) => (
        <button
          key={picture.key}
          type="button"
          aria-label={`Ver foto ${index + 1} de ${pictures.length}`}
          aria-current={index === current}
          onClick={() => onShow(index)}
          className={cx(
            "w-18 overflow-hidden rounded-box border-2",
            index === current ? "border-ink" : "border-transparent hover:border-edge",
          )}
        >
          <Picture picture={picture} sizes="72px" alt="" className="aspect-4/5 object-cover" />
        </button>
      ))}
    </div>
  );
}
