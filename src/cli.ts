import { enableCompileCache } from "node:module";

// As in main.ts: the next command starts in half the CPU time.
enableCompileCache();
const { runCommand } = await import("./cli/run-command.ts");
process.exitCode = await runCommand(process.argv.slice(2));
