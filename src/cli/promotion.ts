import { Command, InvalidArgumentError } from "commander";
import { normalizeTag } from "../domain/customer-tag.ts";
import { formatDateTime } from "../domain/dates.ts";
import { isDay, WEEKDAY_LABEL, readMexicoTime, type Weekday } from "../domain/mexico-time.ts";
import { formatMoney, type Cents } from "../domain/money.ts";
import { readRule, ruleText, type RuleAndMinimum } from "../domain/promotion-rule.ts";
import { comparableName } from "../domain/comparable-name.ts";
import { promotionState } from "../domain/promotion-terms.ts";
import { readPesos } from "../domain/read-pesos.ts";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { generateCodes } from "../server/promotions/generate-codes.ts";
import { limitCodes } from "../server/promotions/limit-codes.ts";
import {
  findPromotion,
  listPromotionCodes,
  listPromotions,
  type PromotionRow,
} from "../server/promotions/list-promotions.ts";
import { addPromotion, endPromotion } from "../server/promotions/save-promotion.ts";
import type { App } from "../server/app.ts";
import { isId } from "../server/db/new-id.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";

const RULE_FORMS = "percent:10, amount:100, 3x2, 2x1, second:50, free-shipping:999 o gift";

interface AddOptions {
  rule: RuleAndMinimum;
  gift?: string;
  weekday: Weekday[];
  category: string[];
  brand: string[];
  product: string[];
  style: string[];
  shop?: string;
  from?: Date;
  until?: Date;
  min?: Cents;
  code?: string;
  uses?: number;
  perCustomer?: number;
  priority: number;
  combines?: true;
  firstPurchase?: true;
  customerTag?: string;
  wholesale?: true;
  presale?: true;
  tickets?: true;
  offers: boolean;
  terms: string;
}

export function promotionCommand(): Command {
  const command = new Command("promotion").description("promociones y cupones");
  command
    .command("list")
    .description("las promociones, con sus pedidos y lo que descontaron")
    .action(() =>
      withApp(async (app) => {
        const now = new Date();
        for (const row of await listPromotions(app.db, "all")) describePromotion(row, now).forEach(printLine);
      }),
    );
  command
    .command("add")
    .description("hace una promoción e imprime su _id")
    .argument("<nombre>", "como la leen los clientes")
    .requiredOption("--rule <regla>", RULE_FORMS, parseRule)
    .option("--gift <_id>", "con --rule gift: el producto que se regala")
    .option("--category <slug>", "sólo en esta categoría; se puede repetir", collectValue, [])
    .option("--brand <slug>", "sólo de esta marca; se puede repetir", collectValue, [])
    .option("--product <_id>", "sólo este producto; se puede repetir", collectValue, [])
    .option("--style <código>", "sólo este estilo, en todos sus colores; se puede repetir", collectValue, [])
    .option("--shop <clave>", "sólo en esta tienda; si no, en todas")
    .option("--from <día>", 'desde cuándo: 2026-11-20 o "2026-11-20 10:00"; si no, desde ahora', parseTime)
    .option("--until <día>", "hasta cuándo, ese día incluido; si no, hasta que la termines", parseEnd)
    .option("--weekday <día>", "sólo ese día de la semana; se puede repetir", collectWeekday, [])
    .option("--min <pesos>", "desde qué suma de sus productos", parseToCents)
    .option("--code <CÓDIGO>", "sólo con este cupón")
    .option("--uses <n>", "cuántas veces se puede usar el cupón", parsePositiveInteger)
    .option("--per-customer <n>", "cuántas veces cada cliente", parsePositiveInteger)
    .option("--priority <n>", "de -100 a 100: la más alta se aplica primero", parsePriority, 0)
    .option("--combines", "se suma a otras que también se combinan")
    .option("--first-purchase", "sólo en la primera compra")
    .option("--customer-tag <etiqueta>", "sólo para clientes con esta etiqueta")
    .option("--wholesale", "también a precio de mayoreo")
    .option("--presale", "también en preventa")
    .option("--tickets", "también en boletos")
    .option("--no-offers", "no en productos en oferta")
    .option("--terms <texto>", "condiciones con tus palabras", "")
    .action((name: string, options: AddOptions) =>
      withApp(async (app) => {
        if (options.uses !== undefined && options.code === undefined) {
          throw new CommandError(refusalText("promotion_limit_without_code", "staff"));
        }
        if (options.gift !== undefined && options.rule.rule.kind !== "gift")
          throw new CommandError("--gift va con --rule gift.");
        const shopId = options.shop === undefined ? null : (await getShop(app, options.shop)).id;
        const promotion = await addPromotion(
          app.db,
          {
            name,
            terms: options.terms,
            rule: options.rule.rule,
            fromCents: options.min ?? options.rule.fromCents,
            scope: await readScope(app, options),
            giftProductId: options.gift ?? null,
            shopId,
            startsAt: options.from ?? null,
            endsAt: options.until ?? null,
            weekdays: options.weekday,
            priority: options.priority,
            combines: options.combines ?? false,
            withWholesale: options.wholesale ?? false,
            withPresale: options.presale ?? false,
            withTickets: options.tickets ?? false,
            withOffers: options.offers,
            firstPurchaseOnly: options.firstPurchase ?? false,
            customerTag:
              options.customerTag === undefined ? null : (normalizeTag(options.customerTag) ?? options.customerTag),
            perCustomer: options.perCustomer ?? null,
            code: options.code === undefined ? null : { code: options.code, maxUses: options.uses ?? null },
          },
          CONSOLE_ACTOR,
        );
        if (isRefusal(promotion)) throw new CommandError(refusalText(promotion.refused, "staff"));
        printLine(promotion.id);
      }),
    );
  command
    .command("end")
    .description("termina una promoción ahora")
    .argument("<_id>")
    .action((id: string) =>
      withApp(async (app) => {
        const result = await endPromotion(app.db, id, CONSOLE_ACTOR);
        if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
      }),
    );
  command
    .command("limit")
    .description("cuántas veces se puede usar cada cupón, también los que ya hiciste")
    .argument("<_id>")
    .argument("[n]", "sin él, sin límite", parsePositiveInteger)
    .action((id: string, uses: number | undefined) =>
      withApp(async (app) => {
        const result = await limitCodes(app.db, id, uses ?? null, CONSOLE_ACTOR);
        if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
      }),
    );
  command
    .command("codes")
    .description("los cupones de una promoción; con --count hace más, de un uso cada uno, y los imprime")
    .argument("<_id>")
    .option("--count <n>", "cuántos más: hasta 10,000", parsePositiveInteger)
    .option("--prefix <texto>", "con qué empiezan", "")
    .action((id: string, { count, prefix }: { count?: number; prefix: string }) =>
      withApp(async (app) => {
        if (count === undefined) {
          if (!isId(id) || !(await findPromotion(app.db, id)))
            throw new CommandError("No hay una promoción con ese _id.");
          for (const { code, uses, maxUses } of await listPromotionCodes(app.db, id))
            printLine(`${code}  ${uses} de ${maxUses ?? "∞"}`);
          return;
        }
        const codes = await generateCodes(app.db, id, { count, prefix }, CONSOLE_ACTOR);
        if (isRefusal(codes)) throw new CommandError(refusalText(codes.refused, "staff"));
        codes.forEach(printLine);
      }),
    );
  return command;
}

async function readScope(app: App, { category, brand, product, style }: AddOptions) {
  return {
    productIds: product,
    styleCodes: style,
    categoryIds: await getIdsBySlug(app, "categories", category),
    brandIds: await getIdsBySlug(app, "brands", brand),
  };
}

async function getIdsBySlug(app: App, table: "categories" | "brands", slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await app.db
    .selectFrom(table)
    .select(["id", "slug"])
    .where("slug", "in", [...slugs])
    .execute();
  const missingSlug = slugs.find((slug) => !rows.some((row) => row.slug === slug));
  if (missingSlug !== undefined) {
    throw new CommandError(`No encontramos la ${table === "brands" ? "marca" : "categoría"} "${missingSlug}".`);
  }
  return rows.map(({ id }) => id);
}

const STATE_LABEL = { planned: "por empezar", running: "activa", ended: "terminada" } as const;

function describePromotion(row: PromotionRow, now: Date): string[] {
  const endText = row.endsAt === null ? "sin fin" : `hasta ${formatDateTime(row.endsAt)}`;
  return [
    `${row.id}  ${row.name}  ${ruleText(row)}  ${STATE_LABEL[promotionState(row, now)]}`,
    `  desde ${formatDateTime(row.startsAt)}, ${endText}${row.codeCount > 0 ? `; ${row.code ?? `${row.codeCount} cupones`}` : ""}`,
    `  ${row.orderCount} pedidos por ${formatMoney(row.soldCents)}, con ${formatMoney(row.discountCents)} de descuento`,
  ];
}

function collectValue(value: string, earlierValues: string[]): string[] {
  return [...earlierValues, value];
}

function collectWeekday(text: string, earlierDays: Weekday[]): Weekday[] {
  const days = Object.entries(WEEKDAY_LABEL).map(
    ([day, name]) => [Number(day) as Weekday, comparableName(name)] as const,
  );
  const [day] = days.find(([, name]) => name === comparableName(text)) ?? [];
  if (day === undefined) throw new InvalidArgumentError("lunes, martes, miércoles, jueves, viernes, sábado o domingo");
  return earlierDays.includes(day) ? earlierDays : [...earlierDays, day];
}

function parseRule(text: string): RuleAndMinimum {
  const ruleAndMinimum = readRule(text);
  if (!ruleAndMinimum) throw new InvalidArgumentError(RULE_FORMS);
  return ruleAndMinimum;
}

function parseTime(text: string): Date {
  const instant = readMexicoTime(text);
  if (!instant) throw new InvalidArgumentError("un día como 2026-11-20");
  return instant;
}

/** If the text is a day, the midnight that ends it. Otherwise the given time. */
function parseEnd(text: string): Date {
  const instant = parseTime(text);
  return isDay(text) ? new Date(instant.getTime() + 24 * 3_600_000) : instant;
}

/** "999" pesos in centavos. */
function parseToCents(text: string): Cents {
  const cents = readPesos(text);
  if (cents === null) throw new InvalidArgumentError("un monto como 999");
  return cents;
}

function parsePositiveInteger(text: string): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1) throw new InvalidArgumentError("un número de 1 en adelante");
  return number;
}

function parsePriority(text: string): number {
  const number = /^-?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(number) <= 100)) throw new InvalidArgumentError("un número de -100 a 100");
  return number;
}
