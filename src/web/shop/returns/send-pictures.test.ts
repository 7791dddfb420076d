import { expect, test } from "vitest";
import { sendPictures } from "./send-pictures.ts";

const NAMES = ["1", "2", "3", "4"];
const FILES = NAMES.map((name) => new File(["foto"], name));

/** Sends the four files. The answer to the second one has this status. */
async function send(status: number, allowedCount = 4) {
  const sentNames: string[] = [];
  const failure = await sendPictures(FILES, {
    allowedCount,
    upload: async ({ name }) => {
      sentNames.push(name);
      return name === "2" && status !== 200 ? { status, detail: "No se pudo" } : { return: {} };
    },
  });
  return { sent: sentNames, failure: failure && { ...failure, files: failure.files.map(({ name }) => name) } };
}

test("all files are sent if they are allowed", async () => {
  expect(await send(200)).toEqual({ sent: NAMES, failure: null });
});

test("files above the allowed number are not sent, and the customer reads why", async () => {
  expect(await send(200, 3)).toEqual({
    sent: ["1", "2", "3"],
    failure: { reason: "Caben 6 fotos por devolución.", files: [] },
  });
});

test.each([
  [0, ["2", "3", "4"], "no answer: the file and those after it"],
  [503, ["2", "3", "4"], "an outage: the same"],
  [413, ["3", "4"], "a file that is too large is left out"],
  [422, ["3", "4"], "a file that is not a picture is left out"],
  [409, [], "the return accepts no more pictures"],
])("after status %i these files can be sent again: %j, %s", async (status, files) => {
  expect(await send(status)).toEqual({ sent: ["1", "2"], failure: { reason: "No se pudo", files } });
});
