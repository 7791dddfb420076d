import { Argument, Command, InvalidArgumentError } from "commander";
import { PICKUP_STATE_LABEL } from "../domain/pickup.ts";
import { refusalText } from "../domain/refusal-text.ts";
import type { App } from "../server/app.ts";
import { addPickupPoint, changePickupPoint, closePickupPoint } from "../server/pickup-points/change-pickup-point.ts";
import { findPickupPoint, listPickupPoints } from "../server/pickup-points/pickup-points.ts";
import { handOverPickup, type CollectedBy } from "../server/pickups/hand-over-pickup.ts";
import { markPickupReady, markPickupNotReady } from "../server/pickups/move-pickup.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getOrder } from "./get-order.ts";
import { getShop } from "./get-shop.ts";
import { orThrow } from "./or-throw.ts";

interface PointOptions {
  name?: string;
  address?: string;
  map?: string;
  hours?: string;
  days?: number;
  shop: string;
}

const COLLECTED_BY_OF_ARGUMENT: Record<string, CollectedBy> = { cliente: "customer", "otra-persona": "collector" };

/** `shop pickup`: the commands about pickup points and the orders that are collected there. */
export function pickupCommand(): Command {
  const command = new Command("pickup").description("puntos para recoger pedidos, y los pedidos que se recogen");
  command
    .command("list")
    .description("los puntos de una tienda")
    .option("--shop <clave>", "la tienda", "matriz")
    .action(({ shop: shopKey }: PointOptions) => withApp((app) => printPickupPoints(app, shopKey)));
  addPointOptions(command.command("add").description("abre un punto y escribe su id")).action((options: PointOptions) =>
    withApp(async (app) => {
      const { id: shopId } = await getShop(app, options.shop);
      const fields = { mapUrl: null, leadDays: 1, ...fieldsOf(options) };
      printLine(orThrow(await addPickupPoint(app, shopId, fields, CONSOLE_ACTOR)).id);
    }),
  );
  addPointOptions(command.command("change").description("cambia un punto").argument("<id>")).action(
    (id: string, options: PointOptions) => withApp((app) => changePoint(app, id, options)),
  );
  command
    .command("close")
    .description("cierra un punto; los pedidos que esperan ahí se entregan")
    .argument("<id>")
    .option("--shop <clave>", "la tienda", "matriz")
    .action((id: string, { shop: shopKey }: PointOptions) =>
      withApp(async (app) => {
        orThrow(await closePickupPoint(app, (await getShop(app, shopKey)).id, id, CONSOLE_ACTOR));
        printLine("Cerrado.");
      }),
    );
  command
    .command("ready")
    .description("un pedido está listo para recoger: avisa a quien compró")
    .argument("<pedido>")
    .option("--undo", "todavía no está listo")
    .action((reference: string, { undo }: { undo?: boolean }) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        orThrow(
          await (undo ? markPickupNotReady : markPickupReady)(app, order.id, { by: CONSOLE_ACTOR, now: new Date() }),
        );
        printLine(`Pedido #${reference}: ${PICKUP_STATE_LABEL[undo ? "WAITING" : "READY"]}`);
      }),
    );
  command
    .command("hand-over")
    .description("entrega un pedido a quien compró, o a la otra persona que nombró")
    .argument("<pedido>")
    .addArgument(new Argument("[quien]").choices(Object.keys(COLLECTED_BY_OF_ARGUMENT)).default("cliente"))
    .action((reference: string, collectedByArgument: string) =>
      withApp(async (app) => {
        const order = await getOrder(app, reference);
        const collectedBy = COLLECTED_BY_OF_ARGUMENT[collectedByArgument]!;
        orThrow(await handOverPickup(app, order.id, { collectedBy, by: CONSOLE_ACTOR, now: new Date() }));
        printLine(`Pedido #${reference}: ${PICKUP_STATE_LABEL.COLLECTED}`);
      }),
    );
  return command;
}

function addPointOptions(command: Command): Command {
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

/** The fields of a pickup point for the options that were given; other fields are left out. */
function fieldsOf({ name, address, map, hours, days }: PointOptions): Record<string, unknown> {
  const fields = { name, address, mapUrl: map, hours, leadDays: days };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function printPickupPoints(app: App, shopKey: string): Promise<void> {
  const points = await listPickupPoints(app.db, (await getShop(app, shopKey)).id);
  if (points.length === 0) printLine("No hay puntos para recoger.");
  for (const { id, name, address, hours, leadDays } of points) {
    printLine(`${id}  ${name} · ${address} · ${hours} · listo en ${leadDays} días hábiles`);
  }
}

async function changePoint(app: App, id: string, options: PointOptions): Promise<void> {
  const shop = await getShop(app, options.shop);
  const point = await findPickupPoint(app.db, shop.id, id);
  if (!point) throw new CommandError(refusalText("pickup_point_not_found", "staff"));
  const { name, address, mapUrl, hours, leadDays } = point;
  const fields = { name, address, mapUrl, hours, leadDays, ...fieldsOf(options) };
  orThrow(await changePickupPoint(app, shop.id, { id, fields }, CONSOLE_ACTOR));
  printLine("Guardado.");
}
