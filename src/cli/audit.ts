import { Command } from "commander";
import { runAudit } from "../server/audit/run-audit.ts";
import { CommandError, printLine, withApp } from "./console.ts";

export function auditCommand(): Command {
  return new Command("audit")
    .description("comprueba cada promesa sobre existencias, dinero y pedidos en toda la base de datos")
    .action(() =>
      withApp(async (app) => {
        const results = await runAudit(app.databaseConfig);
        for (const { check, violationCount, examples } of results) {
          printLine(`${violationCount === 0 ? "ok " : "MAL"} ${check.name}: ${violationCount} · ${check.invariant}`);
          for (const id of examples) printLine(`      ${id}`);
        }
        const violatedCheckCount = results.filter((result) => result.violationCount > 0).length;
        if (violatedCheckCount > 0) throw new CommandError(`${violatedCheckCount} promesas rotas.`);
      }),
    );
}
