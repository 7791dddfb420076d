import { Command } from "commander";
import { formatDateTime } from "../domain/dates.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { App } from "../server/app.ts";
import { moderateReviews } from "../server/reviews/moderate-reviews.ts";
import { listPendingReviews, type ReviewState } from "../server/reviews/queries.ts";
import { CONSOLE_ACTOR } from "../server/change-log/change-log.ts";
import { CommandError, printLine, withApp } from "./console.ts";

export function reviewCommand(): Command {
  const command = new Command("review").description("modera las reseñas");
  command
    .command("pending")
    .description("las que esperan una decisión, la más antigua primero")
    .action(() => withApp(printPendingReviews));
  addModerationCommand(command, "show", "shown", "la muestra", "Se muestra.");
  addModerationCommand(command, "hide", "hidden", "la oculta", "Oculta.");
  return command;
}

async function printPendingReviews(app: App): Promise<void> {
  for (const { id, createdAt, rating, title, body } of await listPendingReviews(app.db)) {
    printLine(`${id}  ${formatDateTime(createdAt)}  ${"★".repeat(rating)}  ${title}: ${body}`);
  }
}

/** Adds a command that shows or hides one review. */
function addModerationCommand(
  command: Command,
  name: string,
  state: ReviewState,
  description: string,
  doneText: string,
): void {
  command
    .command(name)
    .description(description)
    .argument("<_id>")
    .action((id: string) =>
      withApp(async (app) => {
        const input = { ids: [id], state, hiddenReason: null, shops: "all" } as const;
        const result = await moderateReviews(app, input, CONSOLE_ACTOR);
        if (isRefusal(result)) throw new CommandError(`No existe la reseña ${id}, o ya estaba así.`);
        printLine(doneText);
      }),
    );
}
