import { Command, Option } from "commander";
import { isRefusal } from "../domain/refusal.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { STAFF_ROLES, type StaffRole } from "../domain/staff-permissions.ts";
import type { App } from "../server/app.ts";
import { transact } from "../server/db/transact.ts";
import { disableMember } from "../server/staff/change-member.ts";
import { INVITATION_HOURS, invitationPath, inviteMember } from "../server/staff/invitations.ts";
import { listMembers, lockMember, type Member } from "../server/staff/queries.ts";
import { removeLostFactors } from "../server/staff/second-factor.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";
import { getShop } from "./get-shop.ts";

export function staffCommand(): Command {
  const command = new Command("staff").description("quién entra al panel y qué puede hacer");
  command
    .command("list")
    .description("lista al equipo")
    .action(() =>
      withApp(async (app) => {
        const shopKeyById = new Map((await app.shops.all()).map(({ id, key }) => [id, key]));
        for (const member of await listMembers(app)) {
          const roles = member.grants.map(({ role, shopId }) => (shopId ? `${role}@${shopKeyById.get(shopId)}` : role));
          const labels = [member.hasFactor && "segundo factor", member.disabledAt && "sin acceso"].filter(Boolean);
          printLine([member.email, member.name, roles.join(","), ...labels].join("\t"));
        }
      }),
    );
  command
    .command("invite")
    .description("imprime un enlace de un solo uso para entrar al equipo")
    .argument("<correo>")
    .addOption(new Option("--role <rol>", "qué hará").choices(STAFF_ROLES).makeOptionMandatory())
    .option("--shop <clave>", "solo en esta tienda; sin ella, en todas")
    .action((email: string, { role, shop: key }: { role: StaffRole; shop?: string }) =>
      withApp(async (app) => {
        const shop = key === undefined ? undefined : await getShop(app, key);
        const grants = [{ role, shopId: shop?.id ?? null }];
        const invitation = await inviteMember(app, { email, grants, shouldMail: false }, CONSOLE_ACTOR);
        if (isRefusal(invitation)) throw new CommandError(refusalText(invitation.refused, "staff"));
        const linkShop = shop ?? (await app.shops.all())[0];
        printLine(app.originOf(linkShop?.hosts ?? []) + invitationPath(invitation.token));
        console.error(`Sirve una vez, durante ${INVITATION_HOURS} horas.`);
      }),
    );
  command
    .command("disable")
    .description("quita el acceso a alguien: sus sesiones se cierran al momento")
    .argument("<correo>")
    .action((email: string) =>
      withApp(async (app) => {
        const member = await getMember(app, email);
        const refusal = await disableMember(app, member.id, CONSOLE_ACTOR);
        if (refusal?.refused === "last_owner") throw new CommandError(refusalText("last_owner", "staff"));
        if (refusal) throw new CommandError(`${email} ya no tenía acceso.`);
        printLine(`${email} ya no entra al panel.`);
      }),
    );
  command
    .command("reset-factor")
    .description("quita el segundo factor de quien perdió su teléfono y sus códigos; cierra sus sesiones")
    .argument("<correo>")
    .action((email: string) =>
      withApp(async (app) => {
        const { id } = await getMember(app, email);
        await transact(app.genericPlanDb, async (tx) => {
          await lockMember(tx, id);
          await removeLostFactors(tx, id, CONSOLE_ACTOR);
        });
        printLine(`${email} entra ahora solo con su contraseña, y puede poner un segundo factor nuevo.`);
      }),
    );
  return command;
}

async function getMember(app: App, email: string): Promise<Member> {
  const member = (await listMembers(app)).find((candidate) => candidate.email === email.trim().toLowerCase());
  if (!member) throw new CommandError(`Nadie del equipo tiene el correo ${email}.`);
  return member;
}
