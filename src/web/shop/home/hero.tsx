import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { App } from "../../../contract/shop.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";

/** Time per slide and length of the transition (rule SCREEN-2). */
const SLIDE_MS = 10_000;
const TURN_MS = 1_000;
/** The carousel turns by itself only on wide screens without reduced motion (rule SCREEN-2). */
const MAY_TURN = "(min-width: 64rem) and (prefers-reduced-motion: no-preference)";

/**
 * The banners: a row to swipe, with a dot for each. The first one has the message. On wide screens the row advances by
 * itself, pauses under the pointer, with the focus and in a hidden tab, and stops for good when touched.
 */
export function Hero({ shop }: { shop: App }) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [turning, setTurning] = useState(false);
  const [resting, setResting] = useState(false);
  // The pictures of hidden banners are loaded when the visitor moves the row, or shortly before it advances.
  const [near, setNear] = useState(false);
  const approach = (): void => setNear(true);
  const { banners } = shop;
  const count = banners.length;
  useEffect(() => {
    const query = matchMedia(MAY_TURN);
    const follow = (): void => setTurning(query.matches && count > 1);
    follow();
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [count]);
  useEffect(() => {
    if (!turning || resting) return;
    const soon = setTimeout(() => setNear(true), SLIDE_MS / 2);
    const timer = setInterval(() => {
      const element = track.current;
      if (element && document.visibilityState === "visible") {
        const next = (Math.round(element.scrollLeft / Math.max(1, element.clientWidth)) + 1) % count;
        glide(element, next * element.clientWidth);
      }
    }, SLIDE_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [turning, resting, count]);

  if (count === 0) return <h1 className="sr-only">{shop.name}</h1>;
  const show = (index: number): void => {
    setTurning(false);
    track.current?.scrollTo({ left: index * track.current.clientWidth, behavior: "smooth" });
  };
  return (
    <section
      aria-roledescription="carrusel"
      aria-label="Destacados"
      className="relative"
      onPointerEnter={(event) => {
        approach();
        if (event.pointerType === "mouse") setResting(true);
      }}
      onPointerLeave={() => setResting(false)}
      onFocus={() => {
        approach();
        setResting(true);
      }}
      onBlur={() => setResting(false)}
    >
      <h1 className="sr-only">{shop.name}</h1>
      {count > 1 && (
        <div className="absolute inset-x-0 bottom-3 z-10 flex items-center justify-center gap-1">
          {turning && (
            <button
              type="button"
              aria-label="Pausar los banners"
              onClick={() => setTurning(false)}
              className="mr-1 grid size-7 place-items-center rounded-full bg-paper/90"
            >
              <Icon name="pause" className="size-4" />
            </button>
          )}
          <span className="flex rounded-full bg-paper/70 px-1">
            {banners.map((banner, index) => (
              <button
                key={banner.title}
                type="button"
                aria-label={`Ver «${banner.title}»`}
                aria-current={index === current}
                onClick={() => show(index)}
                className="grid size-7 place-items-center"
              >
                <span
                  className={cx(
                    "block h-2 rounded-full transition-all",
                    index === current ? "w-5 bg-ink" : "w-2 bg-edge",
                  )}
                />
              </button>
            ))}
          </span>
        </div>
      )}
      <div
        ref={track}
        tabIndex={0}
        role="group"
        aria-label="Banners: desliza para ver más"
        aria-live={turning ? "off" : "polite"}
        onPointerDown={() => setTurning(false)}
        onWheel={(event) => event.deltaX !== 0 && setTurning(false)}
        onKeyDown={() => setTurning(false)}
        onScroll={({ currentTarget }) =>
          setCurrent(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
        }
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {banners.map((banner, index) => (
          <div
            key={banner.title}
            role="group"
            aria-roledescription="banner"
            aria-label={`${index + 1} de ${count}`}
            className="relative w-full shrink-0 snap-center"
          >
            <Banner banner={banner} first={index === 0} near={near} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** One second from slide to slide (rule SCREEN-2). The browser's own smooth scroll has no duration to set. */
function glide(element: HTMLElement, to: number): void {
  const from = element.scrollLeft;
  const start = performance.now();
  element.style.scrollSnapType = "none";
  const frame = (time: number): void => {
    const done = Math.min(1, Math.max(0, time - start) / TURN_MS);
    element.scrollLeft = from + (to - from) * (1 - (1 - done) ** 3);
    if (done < 1) requestAnimationFrame(frame);
    else element.style.scrollSnapType = "";
  };
  requestAnimationFrame(frame);
}

const PICTURE = "max-h-[34rem] min-h-64 w-full";

function Banner({ banner, first, near }: { banner: App["banners"][number]; first: boolean; near: boolean }) {
  const files = banner.image.replace(/\.1600\.webp$/, "");
  const isOurs = files !== banner.image;
  const avif = `${files}.800.avif 800w, ${files}.1600.avif 1600w`;
  return (
    <>
      {first && isOurs && (
        <link rel="preload" as="image" type="image/avif" imageSrcSet={avif} imageSizes="100vw" fetchPriority="high" />
      )}
      {!first && !near ? (
        <span aria-hidden className={`block aspect-[5/2] bg-sand ${PICTURE}`} />
      ) : (
        <picture className="contents">
          {isOurs && <source type="image/avif" srcSet={avif} sizes="100vw" />}
          <img
            src={banner.image}
            srcSet={isOurs ? `${files}.800.webp 800w, ${files}.1600.webp 1600w` : undefined}
            sizes="100vw"
            width={1600}
            height={640}
            alt=""
            loading={first ? "eager" : "lazy"}
            fetchPriority={first ? "high" : undefined}
            className={`h-auto bg-sand object-cover ${PICTURE}`}
          />
        </picture>
      )}
      <div className="page absolute inset-x-0 top-0 flex h-full items-center">
        <div className="max-w-[15rem] space-y-3 rounded-lg bg-paper/90 p-5 sm:max-w-sm sm:p-7">
          <p className="text-xl font-extrabold leading-tight sm:text-2xl">{banner.title}</p>
          <p className="text-sm sm:text-base">{banner.text}</p>
          <Link
            to={banner.url}
            className="inline-flex min-h-11 items-center rounded-box bg-accent px-5 text-sm font-semibold text-on-accent hover:brightness-90"
          >
            Ver más<span className="sr-only">: {banner.title}</span>
          </Link>
        </div>
      </div>
    </>
  );
}
