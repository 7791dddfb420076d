import { type Command, Option } from "commander";
import { formatMoney } from "../domain/money.ts";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { findPaymentMethod } from "../server/checkout/find-payment-method.ts";
import { listAllCarriers } from "../server/shipping/carriers.ts";
import { setCarrierOffered } from "../server/shipping/offer-carrier.ts";
import { changePaymentMethodTexts } from "../server/checkout/payment-method-texts.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";

const PAYMENT_METHODS = ["MP", "TB"] as const;

/** `shops carriers|payments`: the carriers of a shop, and its texts about payment methods. */
export function addCarrierAndPaymentCommands(command: Command): void {
  command
    .command("carriers")
    .description("las paqueterías, y cuáles ofrece la tienda")
    .argument("<clave>")
    .addOption(new Option("--offer <paquetería>", "la ofrece: su nombre o su _id").conflicts("withdraw"))
    .option("--withdraw <paquetería>", "deja de ofrecerla")
    .action(
      (key: string, { offer: offeredCarrier, withdraw: withdrawnCarrier }: { offer?: string; withdraw?: string }) =>
        withApp(async (app) => {
          const shop = await getShop(app, key);
          const carrierNameOrId = offeredCarrier ?? withdrawnCarrier;
          if (carrierNameOrId !== undefined) {
            const matches = (await listAllCarriers(app.db, shop.id)).filter(
              ({ id, name }) => id === carrierNameOrId || name === carrierNameOrId,
            );
            if (matches.length > 1) throw new CommandError("Hay varias con ese nombre: usa su _id.");
            const input = { carrierId: matches[0]?.id ?? carrierNameOrId, isOffered: offeredCarrier !== undefined };
            const result = await setCarrierOffered(app, shop.id, input);
            if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
          }
          for (const { id, name, terms, isOffered } of await listAllCarriers(app.db, shop.id)) {
            printLine(`${id}  ${isOffered ? "la ofrece " : "no la ofrece"}  ${formatMoney(terms.priceCents)}  ${name}`);
          }
        }),
    );
  command
    .command("payments")
    .description("lo que la tienda dice de cada forma de pago; se ofrecen con los ajustes payments.enabled y .transfer")
    .argument("<clave>")
    .addOption(new Option("--method <clave>", "cuál se cambia").choices(PAYMENT_METHODS))
    .option("--name <nombre>", "cómo se llama al elegirla")
    .option("--message <texto>", "qué dice al elegirla y en el pedido")
    .action((key: string, { method, ...texts }: { method?: "MP" | "TB"; name?: string; message?: string }) =>
      withApp(async (app) => {
        const shop = await getShop(app, key);
        if ((texts.name ?? texts.message) !== undefined) {
          if (!method) throw new CommandError("Falta cuál: --method MP o --method TB.");
          const result = await changePaymentMethodTexts(app, shop, { method, ...texts });
          if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
        }
        for (const methodKey of PAYMENT_METHODS) {
          const paymentMethod = await findPaymentMethod(app.db, shop.id, methodKey);
          if (paymentMethod) printLine(`${methodKey}  ${paymentMethod.name}: ${paymentMethod.checkout_message}`);
        }
      }),
    );
}
