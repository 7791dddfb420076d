import { Command } from "commander";
import { reencryptCarrierCredentials } from "../server/carrier-labels/account.ts";
import { reencryptCsds } from "../server/invoicing/csd-store.ts";
import { reencryptFactorSecrets } from "../server/staff/factor-secret.ts";
import { listMembers } from "../server/staff/queries.ts";
import { CommandError, printLine, withApp } from "./console.ts";

/**
 * Encrypts the stored secrets again with the first key. For use after a new key was put in front of the old one in
 * STAFF_KEY or INVOICING_KEY, and before the old one is removed.
 */
export function reencryptCommand(): Command {
  return new Command("reencrypt")
    .description("vuelve a cerrar con la primera llave de STAFF_KEY e INVOICING_KEY lo que cerró una anterior")
    .action(() =>
      withApp(async (app) => {
        const [factors, csds] = [await reencryptFactorSecrets(app), await reencryptCsds(app)];
        const carrierAccounts = await reencryptCarrierCredentials(app);
        printLine(
          `${factors.reencrypted} segundos factores y ${csds.reencrypted} certificados cerrados con la llave nueva.`,
        );
        printLine(`${carrierAccounts.reencrypted} cuentas de paqueterías cerradas con la llave nueva.`);
        const membersWithUnreadableFactor = (await listMembers(app)).filter(({ id }) =>
          factors.unreadable.includes(id),
        );
        const shopsWithUnreadableCsd = (await app.shops.all()).filter(({ id }) => csds.unreadable.includes(id));
        const shopsWithUnreadableAccount = (await app.shops.all()).filter(({ id }) =>
          carrierAccounts.unreadable.includes(id),
        );
        const unreadableSecrets = [
          ...membersWithUnreadableFactor.map(({ email }) => email),
          ...shopsWithUnreadableCsd.map(({ key }) => `certificado de ${key}`),
          ...shopsWithUnreadableAccount.map(({ key }) => `cuenta de paqueterías de ${key}`),
        ];
        if (unreadableSecrets.length > 0)
          throw new CommandError(`Ninguna llave abre lo de: ${unreadableSecrets.join(", ")}.`);
      }),
    );
}
