import { Argument, Command, InvalidArgumentError } from "commander";
import { PICKUP_STATE_LABEL } from "../domain/pickup.ts";
import { refusalText, type RefusalName } from "../domain/refusal-text.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { addPickupPoint, changePickupPoint, closePickupPoint } from "../server/pickup-points/change-point.ts";
import { findPickupPoint, listPickupPoints } from "../server/pickup-points/pickup-points.ts";
import { handOverPickup, type TakenBy } from "../server/pickups/hand-over-pickup.ts";
import { markReady, undoReady } from "../server/pickups/move-pickup.ts";
import { CONSOLE, Refused, say, withApp } from "./console.ts";
import { getOrder } from "./get-order.ts";
import { getShop } from "./get-shop.ts";

interface PointOptions {
  name?: string;
  address?: string;
  map?: string;
  hours?: string;
  days?: number;
  shop: string;
}

const TAKEN_BY: Record<string, TakenBy> = { cliente: "customer", "otra-persona": "collector" };

/** Points where customers collect orders, and the orders that wait there. */
export function pickupCommand(): Command {
  const pickup = new Command("pickup").description("puntos para recoger pedidos, y los pedidos que se recogen");
  pickup
    .command("list")
    .description("los puntos de una tienda")
    .option("--shop <clave>", "la tienda", "matriz")
    .action(({ shop }: PointOptions) => withApp((app) => list(app, shop)));
  withFields(pickup.command("add").description("abre un punto y escribe su id")).action((options: PointOptions) =>
    withApp(async (app) => {
      const { id } = await getShop(app, options.shop);
      const fields = { mapUrl: null, leadDays: 1, ...fieldsOf(options) };
      say(check(await addPickupPoint(app, id, fields, CONSOLE)).id);
    }),
  );
  withFields(pickup.command("change").description("cambia un punto").argument("<id>")).action(
    (id: string, options: PointOptions) => withApp((app) => change(app, id, options)),
  );
  pickup
    .command("close")
    .description("cierra un punto; los pedidos que esperan ahí se entregan")
    .argument("<id>")
    .option("--shop <clave>", "la tienda", "matriz")
    .action((id: string, { shop }: PointOptions) =>
      withApp(async (app) => {
        check(await closePickupPoint(app, (await getShop(app, shop)).id, id, CONSOLE));
        say("Cerrado.");
      }),
    );
  pickup
    .command("ready")
    .description("un pedido está listo para recoger: avisa a quien compró")
    .argument("<pedido>")
    .option("--undo", "todavía no está listo")
    .action((reference: string, { undo }: { undo?: boolean }) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        check(await (undo ? undoReady : markReady)(app, order.id, { by: CONSOLE, now: new Date() }));
        say(`Pedido #${reference}: ${PICKUP_STATE_LABEL[undo ? "WAITING" : "READY"]}`);
      }),
    );
  pickup
    .command("hand-over")
    .description("entrega un pedido a quien compró, o a la otra persona que nombró")
    .argument("<pedido>")
    .addArgument(new Argument("[quien]").choices(Object.keys(TAKEN_BY)).default("cliente"))
    .action((reference: string, who: string) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        const takenBy = TAKEN_BY[who]!;
        check(await handOverPickup(app, order.id, { takenBy, by: CONSOLE, now: new Date() }));
        say(`Pedido #${reference}: ${PICKUP_STATE_LABEL.COLLECTED}`);
      }),
    );
  return pickup;
}

function withFields(command: Command): Command {
  return command
    .option("--name <nombre>")
    .option("--address <dirección>")
    .option("--map <enlace>", "el lugar en un mapa")
    .option("--hours <horario>")
    .option("--days <días>", "días hábiles hasta que un pedido está listo", parseDays)
    .option("--shop <clave>", "la tienda", "matriz");
}

function parseDays(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError("Escribe días enteros");
  return Number(text);
}

/** The fields that were given. */
function fieldsOf({ name, address, map, hours, days }: PointOptions): Record<string, unknown> {
  const fields = { name, address, mapUrl: map, hours, leadDays: days };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function list(app: App, shop: string): Promise<void> {
  const points = await listPickupPoints(app.db, (await getShop(app, shop)).id);
  if (points.length === 0) say("No hay puntos para recoger.");
  for (const { id, name, address, hours, leadDays } of points) {
    say(`${id}  ${name} · ${address} · ${hours} · listo en ${leadDays} días hábiles`);
  }
}

async function change(app: App, id: string, options: PointOptions): Promise<void> {
  const shop = await getShop(app, options.shop);
  const stored = await findPickupPoint(app.db, shop.id, id);
  if (!stored) throw new Refused(refusalText("pickup_point_not_found", "staff"));
  const { name, address, mapUrl, hours, leadDays } = stored;
  const fields = { name, address, mapUrl, hours, leadDays, ...fieldsOf(options) };
  check(await changePickupPoint(app, shop.id, { id, fields }, CONSOLE));
  say("Guardado.");
}

function check<Result>(result: Result | Refusal<RefusalName>): Exclude<Result, Refusal> {
  if (!isRefusal(result)) return result as Exclude<Result, Refusal>;
  const { message } = result as { message?: string };
  throw new Refused(message ?? refusalText(result.refused as RefusalName, "staff"));
}
