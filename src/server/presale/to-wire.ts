import type { z } from "zod";
import type { CodeAccepted, PresaleShown } from "../../contract/presale.ts";
import type { Access } from "./code-door.ts";
import type { Presale } from "./queries.ts";

export function toWirePresale({ id, name, deliversOn }: Pick<Presale, "id" | "name" | "deliversOn">) {
  return { _id: id, name, deliversOn } satisfies z.output<typeof PresaleShown>;
}

export function toWireAccess({ code, presale }: Access): z.output<typeof CodeAccepted> {
  return {
    status: "OK",
    code,
    presale: {
      ...toWirePresale(presale),
      startsOn: presale.startsAt.toISOString(),
      endsOn: presale.endsAt.toISOString(),
    },
  };
}
