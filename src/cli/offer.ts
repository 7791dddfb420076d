import { Command, InvalidArgumentError, Option } from "commander";
import { endOfDay, formatDateTime } from "../domain/dates.ts";
import { isDay, readMexicoTime } from "../domain/mexico-time.ts";
import { formatMoney, type Cents } from "../domain/money.ts";
import { discountPercent } from "../domain/offer.ts";
import { MAX_PRICE_CENTS, readPesos } from "../domain/read-pesos.ts";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import type { App } from "../server/app.ts";
import { listOffers } from "../server/offers/list-offers.ts";
import { endOffersOfProduct, createOffer } from "../server/offers/create-or-end-offer.ts";
import type { Shop } from "../server/shops/shop.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";

interface OfferOptions {
  until?: Date;
  from?: Date;
  former?: Cents;
  size?: string;
  shop?: string;
  end?: boolean;
}

/** `shop offer`: sets or ends a product's offer. `shop offer list` prints the running and the planned offers. */
export function offerCommand(): Command {
  return new Command("offer")
    .description(
      "pone un producto en oferta, o termina su oferta con --end; «list» dice las que corren y las que vienen",
    )
    .argument("<producto>", "su _id, o list")
    .argument("[precio]", "el de la oferta, en pesos", parsePrice)
    .option("--until <día>", "el último día: 2026-12-31; si no, hasta que la termines", parseDayStart)
    .option("--from <día>", "el primer día; si no, desde ahora", parseDayStart)
    .option("--former <pesos>", "el precio anterior; si no, el de hoy", parsePrice)
    .option("--size <attributeId>", "solo esta talla")
    .option("--shop <clave>", "solo en esta sucursal")
    .addOption(new Option("--end", "termina sus ofertas"))
    .action((productId: string, cents: Cents | undefined, options: OfferOptions) =>
      withApp(async (app) => {
        const shop = options.shop ? await getShop(app, options.shop) : await findHeadOffice(app);
        if (productId === "list") {
          const shopId = shop.kind === "headOffice" ? null : shop.id;
          return printOffers(app, options.shop ? shopId : undefined);
        }
        if (options.end) {
          if (cents !== undefined) throw new CommandError("Para terminar una oferta no se escribe un precio.");
          if (options.size) throw new CommandError("--end termina todas las ofertas del producto: va sin --size.");
          const result = await endOffersOfProduct(app, shop, productId, CONSOLE_ACTOR);
          if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
          return;
        }
        if (cents === undefined) throw new CommandError("Falta el precio de la oferta, o --end para terminarla.");
        const offer = {
          productId,
          sizeId: options.size ?? null,
          price: { cents },
          formerPriceCents: options.former ?? null,
          startsAt: options.from ? offerStart(options.from) : null,
          endsAt: options.until ? endOfDay(options.until) : null,
        };
        const storedOffer = await createOffer(app, shop, offer, CONSOLE_ACTOR);
        if (isRefusal(storedOffer)) throw new CommandError(refusalText(storedOffer.refused, "staff"));
        printLine(storedOffer.id);
        if (storedOffer.wasFormerPriceBrief) console.error(NEW_FORMER_PRICE_WARNING);
      }),
    );
}

const NEW_FORMER_PRICE_WARNING = "Aviso: el precio anterior se cobró menos de 7 días. Puede parecer una oferta falsa.";

async function findHeadOffice(app: App): Promise<Shop> {
  return (await app.shops.all()).find(({ kind }) => kind === "headOffice")!;
}

/** The start of an offer, from the first instant of its first day. If that day is today, null: the offer starts now. */
function offerStart(from: Date): Date | null {
  const now = new Date();
  return from <= now && endOfDay(from) >= now ? null : from;
}

/** Prints running and planned offers: all, or those of one branch, or of the head office if null. */
async function printOffers(app: App, shopId: string | null | undefined): Promise<void> {
  for (const offer of await listOffers(app.db, { states: ["running", "planned"], shopId })) {
    const discountText = `-${discountPercent(offer.formerPriceCents, offer.priceCents)} %`;
    const endText = offer.endsAt ? `hasta el ${formatDateTime(offer.endsAt)}` : "hasta que la termines";
    const startText = offer.state === "planned" ? `desde el ${formatDateTime(offer.startsAt)} ` : "";
    const scopeText = [offer.size && `talla ${offer.size}`, offer.shop].filter(Boolean).join(", ");
    printLine(
      `${offer.productId}  ${formatMoney(offer.priceCents)} (antes ${formatMoney(offer.formerPriceCents)}, ${discountText})  ${startText}${endText}  ${offer.product}${scopeText ? ` (${scopeText})` : ""}`,
    );
  }
}

function parsePrice(text: string): Cents {
  const cents = readPesos(text);
  if (cents === null || cents > MAX_PRICE_CENTS) throw new InvalidArgumentError("Escribe pesos como 349.50.");
  return cents;
}

function parseDayStart(text: string): Date {
  const instant = isDay(text) ? readMexicoTime(text) : null;
  if (instant === null) throw new InvalidArgumentError("Escribe un día como 2026-12-31.");
  return instant;
}
