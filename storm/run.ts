import path from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { buildIfNeeded } from "../src/web/build/build-if-needed.ts";
import { printReport } from "./report.ts";
import { runMutants } from "./run-mutants.ts";
import { runStorm } from "./storm.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

function toPositiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError("a number above 0");
  return value;
}

const command = new Command("storm")
  .description("Breaks a whole shop while people use it, then checks every invariant.")
  .option("--minutes <n>", "how long", toPositiveNumber, 0.5)
  .option("--seed <n>", "chooses the faults and what people do", toPositiveNumber, 1)
  .option("--shoppers <n>", "how many people buy at the same time", toPositiveNumber, 8)
  .option("--cluster", "HAProxy, three web processes, two workers, PgBouncer, a primary and a standby that takes over")
  .option("--from <folder>", "a built clone of an earlier version, which this one replaces while people use it")
  .option(
    "--mutants [text]",
    "runs on copies of the shop with one mistake each, and fails if one is not detected; a text selects them by name",
  )
  .parse();
const {
  minutes,
  seed,
  shoppers,
  cluster,
  from: earlierFolder,
  mutants,
} = command.opts<{
  minutes: number;
  seed: number;
  shoppers: number;
  cluster?: true;
  from?: string;
  mutants?: true | string;
}>();

buildIfNeeded();
const options = {
  seconds: minutes * 60,
  seed,
  shoppers,
  isCluster: cluster === true,
  root: ROOT,
  earlierRoot: earlierFolder === undefined ? null : path.resolve(earlierFolder),
  report: (line: string) => console.log(`  ${line}`),
};
if (mutants) {
  process.exitCode = (await runMutants(options, mutants === true ? "" : mutants)).length > 0 ? 1 : 0;
} else {
  const result = await runStorm(options);
  printReport({ minutes, seed }, result);
  process.exitCode = result.violations.length > 0 ? 1 : 0;
}
