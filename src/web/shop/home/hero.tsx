import type { PublicShop } from "../../../contract/shop.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { BannerLink } from "./banner-link.tsx";
import { BannerPicture } from "./banner-picture.tsx";
import { useCarousel } from "./use-carousel.ts";

/** The size of a banner: 4:5 on phones, 16:9 on other screens, and never taller than the screen. */
const HERO_SIZE_CLASS = "aspect-4/5 max-h-[80svh] w-full md:aspect-16/9 md:max-h-[min(74vh,46rem)]";

/**
 * The banners: a row to swipe, with a button for each. On wide screens the row advances automatically. It pauses while
 * it has the pointer or the focus and in a hidden tab, and stops when the visitor touches it.
 */
export function Hero({ shop }: { shop: PublicShop }) {
  const banners = shop.banners.filter(({ place }) => place === "hero");
  const count = banners.length;
  const {
    track,
    current,
    setCurrent,
    isAutoplaying,
    stopAutoplay,
    shouldLoadAllPictures,
    loadAllPictures,
    setPaused,
    show,
  } = useCarousel(count);
  if (count === 0) return null;
  return (
    <section
      aria-roledescription="carrusel"
      aria-label="Destacados"
      className="relative"
      onPointerEnter={(event) => {
        loadAllPictures();
        if (event.pointerType === "mouse") setPaused(true);
      }}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => {
        loadAllPictures();
        setPaused(true);
      }}
      onBlur={() => setPaused(false)}
    >
      {count > 1 && <Controls {...{ banners, current, isAutoplaying, stopAutoplay, show }} />}
      <div
        ref={track}
        tabIndex={0}
        role="group"
        aria-label="Banners"
        aria-live={isAutoplaying ? "off" : "polite"}
        onPointerDown={stopAutoplay}
        onKeyDown={stopAutoplay}
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
            <Banner banner={banner} first={index === 0} shouldLoadAllPictures={shouldLoadAllPictures} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** A button for each banner, and the button that stops the row. */
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
    <div className="absolute bottom-1 left-1.5 z-10 flex md:left-[3.5vw]">
      {isAutoplaying && (
        <button
          type="button"
          aria-label="Pausar los banners"
          onClick={stopAutoplay}
          className="grid size-11 place-items-center"
        >
          <Icon name="pause" className="size-4" />
        </button>
      )}
      {banners.map((banner, index) => (
        <button
          key={banner.title}
          type="button"
          aria-label={`Ver «${banner.title}»`}
          aria-current={index === current}
          onClick={() => show(index)}
          className="grid size-11 place-items-center"
        >
          <span className={cx("block w-8 bg-ink max-md:bg-on-bone", index === current ? "h-0.75" : "h-px")} />
        </button>
      ))}
    </div>
  );
}

function Banner({
  banner,
  first: isFirst,
  shouldLoadAllPictures,
}: {
  banner: PublicShop["banners"][number];
  first: boolean;
  shouldLoadAllPictures: boolean;
}) {
  return (
    <>
      {!isFirst && !shouldLoadAllPictures ? (
        <span aria-hidden className={`block bg-bone ${HERO_SIZE_CLASS}`} />
      ) : (
        <BannerPicture banner={banner} lead={isFirst} className={HERO_SIZE_CLASS} />
      )}
      {/* The gradient keeps the text legible on any picture. */}
      <span
        aria-hidden
        className="absolute inset-x-0 top-0 h-1/2 bg-linear-to-b from-paper/80 to-transparent md:inset-y-0 md:right-1/2 md:h-auto md:bg-linear-to-r"
      />
      <div className="page absolute inset-x-0 top-0 space-y-3 pt-6 md:top-auto md:bottom-0 md:space-y-5 md:pb-14">
        <p className="font-display text-3xl leading-none tracking-tight text-balance md:max-w-[11ch]">{banner.title}</p>
        {banner.text && <p className="max-w-[26ch] md:max-w-[34ch]">{banner.text}</p>}
        <BannerLink banner={banner} />
      </div>
    </>
  );
}
