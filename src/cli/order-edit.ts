import { type Command, InvalidArgumentError } from "commander";
import { MAX_LINE_PIECES } from "../domain/cart-line.ts";
import type { LineEdit } from "../domain/edit-order.ts";
import { formatMoney } from "../domain/money.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { isRefusal } from "../domain/refusal.ts";
import { readStaffDiscount } from "../domain/staff-discount.ts";
import type { App } from "../server/app.ts";
import { listSizeIdsByCode } from "../server/catalog/match-codes.ts";
import { editOrderLines, type EditRefusal } from "../server/order-management/edit-order-lines.ts";
import type { OrderRow } from "../server/orders/queries.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getOrder } from "./get-order.ts";

/** A code of a size, and pieces of it. */
interface CodeAndPieces {
  code: string;
  pieces: number;
}

interface EditOptions {
  add: CodeAndPieces[];
  set: CodeAndPieces[];
  remove: string[];
  /** False, from `--no-discount`, removes the staff discount. */
  discount?: string | false;
  discountReason: string;
  reason: string;
}

/** Whoever can run commands has the whole database, so no role limits the discount: at most 100 %. */
const MAX_DISCOUNT_BPS = 10_000;

/** The command that changes the lines of an unpaid order. */
export function addEditCommand(command: Command): void {
  command
    .command("edit")
    .description("cambia los productos o el descuento de un pedido sin pagar, y se lo escribe al cliente")
    .argument("<número>")
    .option("--add <sku:piezas>", "agrega piezas de una talla, por su SKU o código de barras", collectPieces, [])
    .option("--set <sku:piezas>", "deja una talla con estas piezas", collectPieces, [])
    .option("--remove <sku>", "quita una talla", (code: string, codes: string[]) => [...codes, code], [])
    .option("--discount <descuento>", "10% o pesos, sobre lo que quede de los productos")
    .option("--no-discount", "quita el descuento que dio el personal")
    .option("--discount-reason <texto>", "por qué el descuento; el cliente lo lee", "Descuento")
    .option("--reason <texto>", "por qué cambia; queda en la historia del pedido", "")
    .action((reference: string, options: EditOptions) => withApp((app) => edit(app, reference, options)));
}

function collectPieces(text: string, earlierPieces: CodeAndPieces[]): CodeAndPieces[] {
  const [, code, pieces] = /^(.+):(\d{1,4})$/.exec(text) ?? [];
  if (!code || Number(pieces) > MAX_LINE_PIECES) throw new InvalidArgumentError("Escribe SKU:piezas, como NOP-ROJ-M:2");
  return [...earlierPieces, { code, pieces: Number(pieces) }];
}

async function edit(app: App, reference: string, options: EditOptions): Promise<void> {
  const order = await getOrder(app, reference);
  const shop = (await app.shops.byId(order.shop_id))!;
  const result = await editOrderLines(app, shop, order.id, {
    lines: await readLineEdits(app, order, options),
    staffDiscount: readDiscount(options),
    limitBps: MAX_DISCOUNT_BPS,
    seen: null,
    expectedTotalCents: null,
    reason: options.reason,
    by: CONSOLE_ACTOR,
  });
  if (isRefusal(result)) throw new CommandError(explainEditRefusal(result));
  for (const { name, before, after } of result.changes) printLine(`  ${name}: ${before} → ${after}`);
  printLine(`Pedido #${order.reference}: ${formatMoney(result.beforeCents)} → ${formatMoney(result.afterCents)}`);
  if (!order.customer_email) printLine("  El cliente no dejó correo: dile tú el total nuevo.");
}

function explainEditRefusal(refusal: EditRefusal): string {
  const text = refusalText(refusal.refused, "staff");
  if (refusal.refused !== "edit_sold_out") return text;
  return refusal.outOfStock.map(({ name, maxPieces }) => `${name}: puede llevar a lo más ${maxPieces}.`).join("\n");
}

/** The pieces of each size after the edit. The command fails if two options have the same size. */
async function readLineEdits(app: App, order: OrderRow, { add, set, remove }: EditOptions): Promise<LineEdit[]> {
  const piecesBySize = new Map<string, number>();
  const setPieces = async (code: string, piecesAfter: (before: number) => number): Promise<void> => {
    const sizeId = await getSizeId(app, order, code);
    if (piecesBySize.has(sizeId)) throw new CommandError(`La talla ${code} está dos veces.`);
    const line = order.lines.find((orderLine) => orderLine.size_id === sizeId);
    piecesBySize.set(sizeId, piecesAfter(line?.pieces ?? 0));
  };
  for (const { code, pieces } of add) await setPieces(code, (before) => before + pieces);
  for (const { code, pieces } of set) await setPieces(code, () => pieces);
  for (const code of remove) await setPieces(code, () => 0);
  return [...piecesBySize].map(([sizeId, pieces]) => ({ sizeId, pieces }));
}

/** The size with this code. Several sizes may share a code, so a size of the order takes precedence. */
async function getSizeId(app: App, order: OrderRow, code: string): Promise<string> {
  const sizeIds = await listSizeIdsByCode(app.db, code);
  const sizeId = sizeIds.find((id) => order.lines.some((line) => line.size_id === id)) ?? sizeIds[0];
  if (!sizeId) throw new CommandError(`Ninguna talla tiene el código ${code}.`);
  return sizeId;
}

function readDiscount({
  discount,
  discountReason,
}: EditOptions): Parameters<typeof editOrderLines>[3]["staffDiscount"] {
  if (discount === undefined) return "keep";
  if (discount === false) return null;
  const staffDiscount = readStaffDiscount({ typed: discount, reason: discountReason }, MAX_DISCOUNT_BPS);
  if (!staffDiscount) throw new CommandError("Escribe el descuento como 10% o 150.50.");
  return staffDiscount;
}
