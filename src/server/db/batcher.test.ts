import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { Batcher, QueueOverloaded, RUN_AGAIN } from "./batcher.ts";

/** A batch that has started. The test decides when and how it ends. */
interface Batch {
  inputs: readonly string[];
  end: (answers?: readonly (string | typeof RUN_AGAIN)[]) => void;
  fail: (error: Error) => void;
}

function createTestBatcher(options: ConstructorParameters<typeof Batcher<string, string>>[1] = {}) {
  const started: Batch[] = [];
  const batcher = new Batcher<string, string>((inputs) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly (string | typeof RUN_AGAIN)[]>();
    started.push({ inputs, end: (answers = inputs) => resolve(answers), fail: reject });
    return promise;
  }, options);
  // Each letter is the input of one request.
  const run = (inputs: string) => inputs.split("").map((input) => batcher.run(input));
  return { started, run, contents: () => started.map(({ inputs }) => inputs.join("")) };
}

/** Waits for the next turn of the event loop, in which scheduled batches start. */
const nextTurn = () => new Promise(setImmediate);

test("requests of one turn of the event loop share a batch and get their own answers", async () => {
  const { started, run, contents } = createTestBatcher();
  const answers = run("abc");
  await nextTurn();
  expect(contents()).toEqual(["abc"]);
  started[0]!.end(["A", "B", "C"]);
  expect(await Promise.all(answers)).toEqual(["A", "B", "C"]);
});

test("a failed batch fails all its requests", async () => {
  const { started, run } = createTestBatcher();
  const answers = run("ab");
  await nextTurn();
  started[0]!.fail(new Error("no database"));
  for (const answer of answers) await expect(answer).rejects.toThrow("no database");
});

test("no more batches run at the same time than allowed", async () => {
  const { started, run, contents } = createTestBatcher({ maxBatchSize: 2, maxInFlight: 1 });
  void run("abc");
  await nextTurn();
  expect(contents()).toEqual(["ab"]);
  started[0]!.end();
  await vi.waitFor(() => expect(contents()).toEqual(["ab", "c"]));
});

test("of two requests that share a key the second one runs after the end of the first", async () => {
  const { started, run, contents } = createTestBatcher({
    conflictKeysOf: (input) => ["abc", "c"].filter((key) => key.includes(input)),
  });
  const answers = run("xay");
  const laterAnswers = run("cb");
  await nextTurn();
  expect(contents()).toEqual(["xay"]);
  void run("z");
  await nextTurn();
  expect(contents()).toEqual(["xay", "z"]);
  started[0]!.end();
  await Promise.all(answers);
  await vi.waitFor(() => expect(contents()).toEqual(["xay", "z", "c"]));
  started[2]!.end();
  await laterAnswers[0];
  await vi.waitFor(() => expect(contents()).toEqual(["xay", "z", "c", "b"]));
  for (const { end } of started) end();
  expect(await laterAnswers[1]).toBe("b");
});

test("a batch has requests of one group, and the longest waiting request decides which", async () => {
  const isUpper = (input: string) => input === input.toUpperCase();
  const { run, contents } = createTestBatcher({ groupOf: isUpper, maxBatchSize: 2, maxInFlight: 9 });
  void run("aBcdCe");
  await nextTurn();
  expect(contents()).toEqual(["ac", "BC", "de"]);
});

test("a second batch starts beside a running one only if it is full", async () => {
  const { started, run, contents } = createTestBatcher({ slowAfterMs: 60_000, maxBatchSize: 3 });
  void run("a");
  await nextTurn();
  void run("bc");
  await nextTurn();
  expect(contents()).toEqual(["a"]);
  void run("d");
  await nextTurn();
  expect(contents()).toEqual(["a", "bcd"]);
  for (const { end } of started) end();
});

test("a second batch starts beside slow ones, also after others have ended", async () => {
  const { started, run, contents } = createTestBatcher({ slowAfterMs: 5 });
  void run("a");
  await nextTurn();
  void run("b");
  await vi.waitFor(() => expect(contents()).toEqual(["a", "b"]));
  started[1]!.end();
  await nextTurn();
  void run("c");
  await nextTurn();
  expect(contents()).toEqual(["a", "b", "c"]);
  for (const { end } of started) end();
});

test("a request that has to run again is served before those that came later", async () => {
  const { started, run, contents } = createTestBatcher({ maxBatchSize: 2, maxInFlight: 1 });
  const [first, second] = run("abc");
  await nextTurn();
  started[0]!.end(["a", RUN_AGAIN]);
  expect(await first).toBe("a");
  await vi.waitFor(() => expect(contents()).toEqual(["ab", "bc"]));
  started[1]!.end();
  expect(await second).toBe("b");
});

test("a request that has to run again is not lost if another batch started meanwhile", async () => {
  const { started, run, contents } = createTestBatcher({ maxInFlight: 2, conflictKeysOf: (input) => [input] });
  const [first] = run("a");
  await nextTurn();
  const [second] = run("b");
  await nextTurn();
  started[0]!.end([RUN_AGAIN]);
  await vi.waitFor(() => expect(contents()).toEqual(["a", "b", "a"]));
  started[1]!.end();
  started[2]!.end();
  expect(await Promise.all([first, second])).toEqual(["a", "b"]);
});

test("a request that waited too long is rejected, unless it may not time out", async () => {
  const options = { maxBatchSize: 1, maxInFlight: 1, queueTimeoutMs: 10, canTimeOut: (input: string) => input !== "c" };
  const { started, run, contents } = createTestBatcher(options);
  const answers = run("abc");
  const rejected = expect(answers[1]).rejects.toThrow(QueueOverloaded);
  await nextTurn();
  await sleep(20);
  started[0]!.end();
  await rejected;
  await vi.waitFor(() => expect(contents()).toEqual(["a", "c"]));
  started[1]!.end();
  expect(await answers[2]).toBe("c");
});

test("an error that one request caused fails only that request", async () => {
  const { started, run, contents } = createTestBatcher({
    isErrorOfOneRequest: (error) => String(error) === "Error: invalid",
  });
  const [valid, invalid, repeated] = run("abc");
  const rejected = expect(invalid).rejects.toThrow("invalid");
  await nextTurn();
  started[0]!.fail(new Error("invalid"));
  await vi.waitFor(() => expect(contents()).toEqual(["abc", "a"]));
  started[1]!.end();
  expect(await valid).toBe("a");
  await vi.waitFor(() => expect(contents()).toEqual(["abc", "a", "b"]));
  started[2]!.fail(new Error("invalid"));
  await rejected;
  await vi.waitFor(() => expect(contents()).toEqual(["abc", "a", "b", "c"]));
  started[3]!.end([RUN_AGAIN]);
  await vi.waitFor(() => expect(contents()).toEqual(["abc", "a", "b", "c", "c"]));
  started[4]!.end();
  expect(await repeated).toBe("c");
});

test("a full queue rejects further requests", async () => {
  const { started, run } = createTestBatcher({ maxInFlight: 1, maxBatchSize: 5_000 });
  const answers = run("a".repeat(5_001));
  await expect(answers.at(-1)).rejects.toThrow(QueueOverloaded);
  await nextTurn();
  started[0]!.end();
  expect(await answers[0]).toBe("a");
});
