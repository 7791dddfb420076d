import { lazy } from "react";
import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { Notice } from "../../ui/notice.tsx";
import { Picture, type PictureView } from "../../ui/picture.tsx";
import { Price } from "../price.tsx";
import type { FrontSectionData, ReviewQuote } from "./front-sections.server.ts";
import { BannerSection } from "./banner-section.tsx";

const Marquee = lazy(() => import("./marquee.tsx"));

interface SmallCard {
  id: string;
  name: string;
  color: string | null;
  prices: { price: string; former?: string; percent?: string };
  picture: PictureView | null;
}

/** A section of the front page that not every shop has. Its code is loaded only if the page has such a section. */
export default function FrontSection({ part: section, shop }: { part: FrontSectionData; shop: PublicShop }) {
  const { canSell } = shop.settings.management;
  switch (section.kind) {
    case "preview":
      return (
        <p role="status" className="bg-warning-soft px-4 py-3 text-center text-sm">
          Vista previa de la portada: nadie más la ve así hasta que la guardes en el panel.
        </p>
      );
    case "notSelling":
      return (
        <Notice title="Por ahora no vendemos en línea">
          Mira el catálogo con calma: en cuanto volvamos verás aquí los precios.
        </Notice>
      );
    case "messages":
      return <Marquee messages={shop.messages} />;
    case "story": {
      const banner = shop.banners.find(({ place }) => place === "story");
      return banner && <BannerSection banner={banner} />;
    }
    case "row":
      return (
        <section aria-label={section.title} className="space-y-6">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="text-2xl">{section.title}</h2>
            <Link to={section.to} prefetch="intent" className="shrink-0 py-2 text-sm underline underline-offset-4">
              Ver todo<span className="sr-only">: {section.title}</span>
            </Link>
          </div>
          <SmallCards cards={section.cards} canSell={canSell} />
        </section>
      );
    case "look":
      return (
        <section aria-label={section.title} className="grid gap-x-0.5 gap-y-8 md:grid-cols-2">
          <div className="max-sm:-mx-4">
            <Card card={section.lead} canSell={canSell} sizes="(min-width: 768px) 50vw, 100vw" />
          </div>
          <div className="flex flex-col justify-center gap-6 md:pl-[clamp(2rem,6vw,6rem)]">
            <h2 className="text-2xl">{section.title}</h2>
            <ul className="grid grid-cols-2 gap-x-0.5 gap-y-7 max-sm:-mx-4">
              {section.cards.map((card) => (
                <li key={card.id}>
                  <Card card={card} canSell={canSell} sizes="(min-width: 768px) 20vw, 50vw" />
                </li>
              ))}
            </ul>
          </div>
        </section>
      );
    case "rest":
      return <h2 className="text-2xl">Toda la tienda</h2>;
    case "reviews":
      return (
        <section aria-label="Lo que dicen quienes ya lo usan" className="space-y-6">
          <h2 className="text-2xl">Lo que dicen quienes ya lo usan</h2>
          <ul className="relative flex snap-x gap-8 overflow-x-auto md:grid md:grid-cols-3 md:gap-12">
            {section.quotes.map((quote) => (
              <li key={quote.id} className="w-[82%] shrink-0 snap-start border-t border-line pt-5 md:w-auto">
                <ReviewFigure quote={quote} />
              </li>
            ))}
          </ul>
        </section>
      );
    default:
      return null;
  }
}

/** Small product cards: a row to swipe on phones, one row on wider screens. */
function SmallCards({ cards, canSell }: { cards: SmallCard[]; canSell: boolean }) {
  return (
    <ul className="relative flex snap-x scroll-px-4 gap-x-0.5 overflow-x-auto [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4 sm:grid sm:grid-cols-4">
      {cards.map((card) => (
        <li key={card.id} className="w-[58vw] shrink-0 snap-start sm:w-auto">
          <Card card={card} canSell={canSell} sizes="(min-width: 640px) 25vw, 58vw" />
        </li>
      ))}
    </ul>
  );
}

function Card({ card, canSell, sizes }: { card: SmallCard; canSell: boolean; sizes: string }) {
  return (
    <Link to={paths.product(card.id)} prefetch="intent" className="block text-sm">
      <span className="block overflow-hidden bg-bone [&_img]:mix-blend-multiply">
        <Picture picture={card.picture} sizes={sizes} alt="" className="aspect-4/5 object-cover" />
      </span>
      <span className="block truncate pt-3 leading-6 max-sm:px-3">
        {card.name}
        {card.color && <span className="text-soft"> · {card.color}</span>}
      </span>
      {canSell && (
        <span className="tabular block max-sm:px-3">
          <Price prices={card.prices} />
        </span>
      )}
    </Link>
  );
}

function ReviewFigure({ quote }: { quote: ReviewQuote }) {
  return (
    <figure className="space-y-4">
      <p aria-label={`${quote.stars} de 5 estrellas`} role="img" className="text-sm tracking-widest">
        {"★".repeat(quote.stars)}
        {"☆".repeat(5 - quote.stars)}
      </p>
      <blockquote className="font-display text-lg leading-snug">“{quote.text}”</blockquote>
      <figcaption className="flex items-center gap-3 text-sm">
        <span className="block w-14 shrink-0 overflow-hidden bg-bone [&_img]:mix-blend-multiply">
          {quote.picture && (
            <img src={quote.picture} alt="" width={56} height={70} loading="lazy" className="aspect-4/5 object-cover" />
          )}
        </span>
        <span className="min-w-0">
          <span className="block">
            {quote.author} · <span className="text-soft">{quote.date}</span>
          </span>
          <Link to={quote.to} className="block truncate py-0.5 text-soft underline underline-offset-4">
            {quote.product}
          </Link>
        </span>
      </figcaption>
    </figure>
  );
}
