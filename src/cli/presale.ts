import { Command, InvalidArgumentError } from "commander";
import { formatDateTime } from "../domain/dates.ts";
import { formatDay } from "../domain/format-day.ts";
import { isDay, readMexicoTime } from "../domain/mexico-time.ts";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import type { App } from "../server/app.ts";
import {
  listPresales,
  makePresale,
  openPresale,
  movePresaleProducts,
  type PresaleOverview,
} from "../server/presale/manage-presale.ts";
import { CUSTOM_CODE_PATTERN, makeAccessCodes, revokeAccessCodes } from "../server/presale/manage-codes.ts";
import {
  findWaitingRoomOverview,
  turnWaitingRoomOff,
  turnWaitingRoomOn,
} from "../server/presale/waiting-room/manage-waiting-room.ts";
import { findPresale, type Presale } from "../server/presale-access/queries.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

export function presaleCommand(): Command {
  const command = new Command("presale").description("preventas y sus códigos de acceso");
  command
    .command("list")
    .description("las preventas, con sus productos, códigos y pedidos")
    .action(() => withApp(async (app) => (await listPresales(app.db)).map(describePresale).forEach(printLine)));
  command
    .command("add")
    .description("hace una preventa")
    .argument("<nombre>", "como la ven los clientes")
    .requiredOption(
      "--from <fecha>",
      'cuándo abre: 2026-11-21 o "2026-11-21 10:00", hora del centro de México',
      parseMexicoTime,
    )
    .requiredOption("--until <fecha>", "cuándo cierra, igual", parseMexicoTime)
    .option("--delivers <día>", "desde cuándo se entrega: 2026-12-15", parseDay)
    .option("--products <_id...>", "productos que entran en ella")
    .action((name: string, options: { from: Date; until: Date; delivers?: string; products?: string[] }) =>
      withApp(async (app) => {
        const presaleInput = {
          name,
          startsAt: options.from,
          endsAt: options.until,
          deliversOn: options.delivers ?? null,
        };
        const presale = await makePresale(app, { ...presaleInput, productIds: options.products ?? [] }, CONSOLE_ACTOR);
        if (isRefusal(presale)) throw new CommandError(refusalText(presale.refused, "staff"));
        printLine(presale.id);
      }),
    );
  command
    .command("put")
    .description("mete productos en una preventa; con --out los saca a la venta normal")
    .argument("<preventa>", "su nombre o su _id")
    .argument("<_id...>", "de los productos")
    .option("--out", "los saca")
    .action((nameOrId: string, productIds: string[], { out: isOut }: { out?: boolean }) =>
      withApp(async (app) => {
        const { id } = await getPresale(app, nameOrId);
        const result = await movePresaleProducts(
          app,
          { presaleId: id, productIds, isRemoval: isOut ?? false },
          CONSOLE_ACTOR,
        );
        if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
      }),
    );
  command
    .command("open")
    .description("abre ahora una preventa que aún no empieza")
    .argument("<preventa>", "su nombre o su _id")
    .action((nameOrId: string) =>
      withApp(async (app) => {
        if (!(await openPresale(app, (await getPresale(app, nameOrId)).id, CONSOLE_ACTOR)))
          throw new CommandError("Esa preventa ya empezó.");
      }),
    );
  command
    .command("codes")
    .description("hace códigos nuevos y los imprime, uno por renglón")
    .argument("<preventa>", "su nombre o su _id")
    .requiredOption("--count <n>", "cuántos", parsePositiveInteger)
    .option("--uses <n>", "con cuántos pedidos se acaba cada uno", parsePositiveInteger)
    .option("--until <fecha>", "hasta cuándo valen; si no, mientras dure la preventa", parseMexicoTime)
    .option("--code <código>", "uno elegido por ti, con --count 1", parseChosenCode)
    .action((nameOrId: string, options: { count: number; uses?: number; until?: Date; code?: string }) =>
      withApp(async (app) => {
        if (options.code && options.count !== 1)
          throw new CommandError("Un código elegido es uno solo: usa --count 1.");
        const { id } = await getPresale(app, nameOrId);
        const terms = { maxUses: options.uses ?? null, endsAt: options.until ?? null };
        const codes = await makeAccessCodes(
          app,
          id,
          { ...terms, count: options.count, customCode: options.code },
          CONSOLE_ACTOR,
        );
        if (isRefusal(codes)) throw new CommandError(refusalText(codes.refused, "staff"));
        codes.forEach(printLine);
      }),
    );
  command
    .command("revoke")
    .description("retira códigos: desde ese momento no compran nada más")
    .argument("<código...>", "los códigos")
    .action((codes: string[]) =>
      withApp(async (app) => {
        const unknownCodes = await revokeAccessCodes(app, codes, CONSOLE_ACTOR);
        if (unknownCodes.length > 0) throw new CommandError(`No existen: ${unknownCodes.join(", ")}.`);
      }),
    );
  command.addCommand(roomCommand());
  return command;
}

function roomCommand(): Command {
  const command = new Command("room").description("la fila de una preventa que quieren más personas que piezas hay");
  command
    .command("on")
    .description("la abre, o cambia sus reglas; quien espera conserva su lugar")
    .argument("<preventa>", "su nombre o su _id")
    .option("--early <minutos>", "desde cuánto antes de abrir se puede esperar", parseMinutes, 30)
    .option(
      "--choosing <n>",
      "cuántos eligen a la vez, a lo más; nunca más de las piezas que quedan",
      parsePositiveInteger,
      500,
    )
    .option("--per-address <n>", "cuántos lugares desde una misma red", parsePositiveInteger, 100)
    .action((nameOrId: string, options: { early: number; choosing: number; perAddress: number }) =>
      withApp(async (app) => {
        const { id } = await getPresale(app, nameOrId);
        await turnWaitingRoomOn(
          app.db,
          id,
          {
            opensEarlyMinutes: options.early,
            choosingAtOnce: options.choosing,
            placesOfAddress: options.perAddress,
          },
          CONSOLE_ACTOR,
        );
      }),
    );
  command
    .command("off")
    .description("la quita: desde ese momento basta el código")
    .argument("<preventa>", "su nombre o su _id")
    .action((nameOrId: string) =>
      withApp(async (app) => {
        const { id } = await getPresale(app, nameOrId);
        if (!(await turnWaitingRoomOff(app.db, id, CONSOLE_ACTOR)))
          throw new CommandError(refusalText("room_closed", "staff"));
      }),
    );
  command
    .command("get")
    .description("cuántos esperan, cuántos han pasado y cuántos eligen ahora")
    .argument("<preventa>", "su nombre o su _id")
    .action((nameOrId: string) =>
      withApp(async (app) => {
        const room = await findWaitingRoomOverview(app.db, (await getPresale(app, nameOrId)).id);
        if (!room) throw new CommandError(refusalText("room_closed", "staff"));
        printLine(
          `${room.isOn ? "abierta" : "quitada"}: esperan ${room.waiting}, han pasado ${room.admitted}, eligen ${room.withGrant}`,
        );
      }),
    );
  return command;
}

async function getPresale(app: App, nameOrId: string): Promise<Presale> {
  const presale = await findPresale(app.db, nameOrId);
  if (!presale) throw new CommandError(`No existe la preventa ${nameOrId}.`);
  return presale;
}

function describePresale({
  id,
  name,
  startsAt,
  endsAt,
  deliversOn,
  productCount,
  usableCodeCount,
  orderCount,
}: PresaleOverview): string {
  const deliveryText = deliversOn ? `, entrega desde el ${formatDay(deliversOn)}` : "";
  const countsText = `${productCount} productos, ${usableCodeCount} códigos vigentes, ${orderCount} pedidos`;
  return `${id}  ${name}: del ${formatDateTime(startsAt)} al ${formatDateTime(endsAt)}${deliveryText}; ${countsText}`;
}

function parsePositiveInteger(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError("debe ser un número entero desde 1.");
  return Number(text);
}

function parseMinutes(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 10_080)
    throw new InvalidArgumentError("debe ser de 0 a 10080 minutos.");
  return Number(text);
}

function parseDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("escribe un día como 2026-12-15.");
  return text;
}

function parseMexicoTime(text: string): Date {
  const instant = readMexicoTime(text);
  if (instant === null) throw new InvalidArgumentError('escribe una fecha como 2026-11-21 o "2026-11-21 10:00".');
  return instant;
}

function parseChosenCode(text: string): string {
  const code = text.trim().toUpperCase();
  if (!CUSTOM_CODE_PATTERN.test(code))
    throw new InvalidArgumentError("de 4 a 40 letras sin acento, números o guiones.");
  return code;
}
