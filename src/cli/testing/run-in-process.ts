import { runCommand } from "../run-command.ts";

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

let previousRun: Promise<unknown> = Promise.resolve();

/**
 * Runs `shop …` in this process with these environment variables and captures its output. A separate process would take
 * a second to start. One command runs at a time: streams and environment belong to the whole process.
 */
export function runInProcess(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  const run = previousRun.then(() => runCaptured(args, env));
  previousRun = run.catch(() => {});
  return run;
}

async function runCaptured(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  const previousEnv = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]));
  Object.assign(process.env, env);
  const stdout = captureOutput(process.stdout);
  const stderr = captureOutput(process.stderr);
  try {
    const status = await runCommand(args);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.stop();
    stderr.stop();
    for (const [name, value] of Object.entries(previousEnv)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

function captureOutput(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  const chunks: string[] = [];
  const originalWrite = stream.write;
  stream.write = (chunk: string | Uint8Array) => {
    chunks.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
    return true;
  };
  return { text: () => chunks.join(""), stop: () => void (stream.write = originalWrite) };
}
