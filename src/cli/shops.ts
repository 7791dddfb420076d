import { readFileSync } from "node:fs";
import { Argument, Command, Option } from "commander";
import type { FirstStep } from "../domain/first-steps.ts";
import { SHOP_COLOR_NAMES, type ShopColor } from "../domain/shop-colors.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { addShop } from "../server/shops/add-shop.ts";
import { changeLogo, changeTheme } from "../server/settings/change-theme.ts";
import { THEME_PARTS_WITHOUT_LOGO, type ThemePart } from "../server/shops/theme.ts";
import { isLocalHost } from "../server/shops/host-name.ts";
import { findFirstSteps, openShop } from "../server/settings/first-steps.ts";
import { addHost, removeHost } from "../server/shops/shop-hosts.ts";
import { acceptsPaymentMethod, type Shop } from "../server/shops/shop.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";
import { addPriceCommands } from "./shop-prices.ts";
import { addCarrierAndPaymentCommands } from "./shop-carriers-and-payments.ts";

export function shopsCommand(): Command {
  const command = new Command("shops").description("la matriz y sus sucursales");
  command
    .command("list")
    .description("todas, la matriz primero")
    .action(() =>
      withApp(async (app) => {
        for (const shop of await app.shops.all()) {
          printLine(`${shop.key}  ${KIND_LABEL[shop.kind]}  ${shop.name}  ${app.originOf(shop.hosts)}`);
        }
      }),
    );
  command
    .command("show")
    .description("una tienda: cómo se ve, dónde está y cómo cobra")
    .argument("<clave>")
    .action((key: string) => withApp(async (app) => describeShop(app, await getShop(app, key)).forEach(printLine)));
  command
    .command("add")
    .description("abre una sucursal; en 2 s responde en su host en todos los procesos")
    .argument("<clave>", "minúsculas, números y guiones, p. ej. norte")
    .requiredOption("--name <nombre>", "como la ven los clientes")
    .requiredOption("--host <host>", "p. ej. norte.mitienda.mx")
    .addOption(new Option("--color <color>", "el suyo").choices(SHOP_COLOR_NAMES))
    .option("--copy-from <clave>", "empieza con los textos, ajustes, precios y paqueterías de esta tienda")
    .action((key: string, options: { name: string; host: string; color?: ShopColor; copyFrom?: string }) =>
      withApp(async (app) => {
        const copyFrom = options.copyFrom === undefined ? null : await getShop(app, options.copyFrom);
        const { name, host, color = null } = options;
        const shop = await addShop(app, { key, name, host, color, copyFrom });
        if (isRefusal(shop)) throw new CommandError(refusalText(shop.refused, "staff"));
        describeShop(app, shop).forEach(printLine);
        listNextSteps(app, shop).forEach(printLine);
      }),
    );
  command
    .command("set")
    .description("cambia lo que se ve de una tienda")
    .argument("<clave>")
    .addArgument(new Argument("<qué>").choices(THEME_PARTS_WITHOUT_LOGO))
    .argument("<valor>", "texto en name y color; en lo demás JSON, o @archivo.json")
    .action((key: string, part: ThemePart, value: string) =>
      withApp(async (app) => {
        const parsedValue = part === "name" || part === "color" ? value : readJson(value);
        const result = await changeTheme(app, await getShop(app, key), part, parsedValue);
        if (isRefusal(result)) throw new CommandError(result.message);
      }),
    );
  command
    .command("logo")
    .description("le pone su logo (JPEG, PNG, WebP o AVIF) en lugar de su nombre; sin archivo lo quita")
    .argument("<clave>")
    .argument("[archivo]")
    .action((key: string, file?: string) =>
      withApp(async (app) => {
        const logo = await changeLogo(app, await getShop(app, key), file === undefined ? null : readFileBytes(file));
        if (isRefusal(logo)) throw new CommandError(refusalText(logo.refused, "staff"));
        if (logo) printLine(logo);
      }),
    );
  command
    .command("steps")
    .description("qué le falta a una tienda para vender")
    .argument("<clave>")
    .action((key: string) =>
      withApp(async (app) => {
        const [shopSteps] = await findFirstSteps(app, [await getShop(app, key)]);
        for (const { step, isDone } of shopSteps!.steps)
          printLine(`${isDone ? "listo    " : "pendiente"}  ${STEP_LABEL[step]}`);
      }),
    );
  command
    .command("open")
    .description("abre la tienda: hasta entonces quien llega lee «Abrimos pronto»")
    .argument("<clave>")
    .action((key: string) =>
      withApp(async (app) => {
        const shop = await getShop(app, key);
        const openedShop = await openShop(app, shop);
        if (isRefusal(openedShop)) {
          throw new CommandError(
            `Antes de abrir falta: ${openedShop.missingSteps.map((step) => STEP_LABEL[step]).join("; ")}.`,
          );
        }
        printLine(`${openedShop.name} está abierta: ${app.originOf(openedShop.hosts)}`);
      }),
    );
  command.addCommand(hostCommand());
  addPriceCommands(command);
  addCarrierAndPaymentCommands(command);
  return command;
}

function hostCommand(): Command {
  const command = new Command("host").description("los nombres a los que responde una tienda");
  command
    .command("add")
    .argument("<clave>")
    .argument("<host>", "p. ej. norte.mitienda.mx")
    .option("--first", "sus correos llevan a este")
    .action((key: string, host: string, { first: isFirst }: { first?: boolean }) =>
      withApp(async (app) => {
        const result = await addHost(app, await getShop(app, key), { host, isFirst: isFirst ?? false });
        if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
        listNextSteps(app, await getShop(app, key)).forEach(printLine);
      }),
    );
  command
    .command("remove")
    .argument("<clave>")
    .argument("<host>")
    .action((key: string, host: string) =>
      withApp(async (app) => {
        const result = await removeHost(app, await getShop(app, key), host);
        if (isRefusal(result)) throw new CommandError(refusalText(result.refused, "staff"));
      }),
    );
  return command;
}

const STEP_LABEL: Record<FirstStep, string> = {
  company: "nombre, razón social, domicilio, y correo o teléfono",
  theme: "logo, color o banner",
  shipping: "una paquetería",
  payment: "una cuenta para transferir, o Mercado Pago",
  product: "un producto publicado",
  legal: "los textos legales, leídos (en el panel) o propios",
  testOrder: "un pedido de prueba (en el panel, con la vista previa)",
  open: "abrir la tienda",
};

const KIND_LABEL = { headOffice: "matriz", branch: "sucursal" } as const;

function describeShop(app: App, shop: Shop): string[] {
  const methods = (["MP", "TB"] as const).filter((method) => acceptsPaymentMethod(shop, method));
  return [
    `${shop.name} (${shop.key}, ${KIND_LABEL[shop.kind]}, ${shop.color}): ${app.originOf(shop.hosts)}`,
    `  hosts: ${shop.hosts.join(", ") || "ninguno"}`,
    `  logo: ${shop.logo ?? "su nombre"}`,
    `  cobra: ${methods.join(", ")}; vende: ${shop.settings.management.canSell ? "sí" : "no"}`,
  ];
}

/** What the owner still has to do: add a public host, or, if there is one, the steps outside this program. */
function listNextSteps(app: App, shop: Shop): string[] {
  const publicHosts = shop.hosts.filter((host) => !isLocalHost(host));
  const { publicUrl } = app.config;
  if (publicHosts.length === 0) {
    if (publicUrl === null) return [];
    return ["Falta un host que se vea desde fuera: shop shops host add " + shop.key + " <host> --first"];
  }
  return [
    "Lo que sigue, fuera de la tienda:",
    `  1. DNS: ${publicHosts.join(", ")} apunta a donde ${publicUrl === null ? "corre la tienda" : new URL(publicUrl).hostname}.`,
    "  2. TLS: tu proxy tiene certificado para ese nombre y pasa el encabezado Host tal cual.",
    ...(publicUrl === null ? ["  3. PUBLIC_URL: sin ella la tienda solo se ve en este equipo."] : []),
  ];
}

function readJson(value: string): unknown {
  const text = value.startsWith("@") ? readFileBytes(value.slice(1)).toString("utf8") : value;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CommandError("No es JSON.");
  }
}

function readFileBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new CommandError(`No se pudo leer ${file}.`);
  }
}
