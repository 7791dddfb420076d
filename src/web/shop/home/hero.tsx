import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { useCarousel } from "./use-carousel.ts";

/**
 * The banners: a row to swipe, with a dot for each. The first one has the message. On wide screens the row advances by
 * itself, pauses under the pointer, with the focus and in a hidden tab, and stops for good when touched.
 */
export function Hero({ shop }: { shop: PublicShop }) {
  const { banners } = shop;
  const count = banners.length;
  const { track, current, setCurrent, isAutoplaying, stopAutoplay, isLoadingAll, loadAll, setPaused, show } =
    useCarousel(count);
  if (count === 0) return <h1 className="sr-only">{shop.name}</h1>;
  return (
    <section
      aria-roledescription="carrusel"
      aria-label="Destacados"
      className="relative"
      onPointerEnter={(event) => {
        loadAll();
        if (event.pointerType === "mouse") setPaused(true);
      }}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => {
        loadAll();
        setPaused(true);
      }}
      onBlur={() => setPaused(false)}
    >
      <h1 className="sr-only">{shop.name}</h1>
      {count > 1 && <Controls {...{ banners, current, isAutoplaying, stopAutoplay, show }} />}
      <div
        ref={track}
        tabIndex={0}
        role="group"
        aria-label="Banners: desliza para ver más"
        aria-live={isAutoplaying ? "off" : "polite"}
        onPointerDown={() => stopAutoplay()}
        onWheel={(event) => event.deltaX !== 0 && stopAutoplay()}
        onKeyDown={() => stopAutoplay()}
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
            <Banner banner={banner} first={index === 0} isLoadingAll={isLoadingAll} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** A dot for each banner, and the button that stops the row. */
function Controls({
  banners,
  current,
  isAutoplaying,
  stopAutoplay,
  show,
}: { banners: PublicShop["banners"] } & Pick<
  ReturnType<typeof useCarousel>,
  "current" | "isAutoplaying" | "stopAutoplay" | "show"
>) {
  return (
    <div className="absolute inset-x-0 bottom-3 z-10 flex items-center justify-center gap-1">
      {isAutoplaying && (
        <button
          type="button"
          aria-label="Pausar los banners"
          onClick={stopAutoplay}
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
              className={cx("block h-2 rounded-full transition-all", index === current ? "w-5 bg-ink" : "w-2 bg-edge")}
            />
          </button>
        ))}
      </span>
    </div>
  );
}

const PICTURE = "max-h-[34rem] min-h-64 w-full";

function Banner({
  banner,
  first,
  isLoadingAll,
}: {
  banner: PublicShop["banners"][number];
  first: boolean;
  isLoadingAll: boolean;
}) {
  const files = banner.image.replace(/\.1600\.webp$/, "");
  const hasOtherWidths = files !== banner.image;
  const avif = `${files}.800.avif 800w, ${files}.1600.avif 1600w`;
  return (
    <>
      {first && hasOtherWidths && (
        <link rel="preload" as="image" type="image/avif" imageSrcSet={avif} imageSizes="100vw" fetchPriority="high" />
      )}
      {!first && !isLoadingAll ? (
        <span aria-hidden className={`block aspect-[5/2] bg-sand ${PICTURE}`} />
      ) : (
        <picture className="contents">
          {hasOtherWidths && <source type="image/avif" srcSet={avif} sizes="100vw" />}
          <img
            src={banner.image}
            srcSet={hasOtherWidths ? `${files}.800.webp 800w, ${files}.1600.webp 1600w` : undefined}
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
