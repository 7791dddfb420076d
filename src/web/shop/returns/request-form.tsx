import { useState } from "react";
import type { Returns } from "../../../contract/returns.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { DEFAULT_LINE_DRAFT, LineFields, type LineDraft } from "./line-fields.tsx";
import type { OrderAuthorization } from "./route.tsx";
import { useReturnRequest } from "./use-return-request.ts";

interface Props {
  orderId: string;
  returnable: Returns["returnable"];
  auth: OrderAuthorization;
  onRequested: (number: number) => Promise<void>;
}

/** The form that requests a return: which pieces, why, and what the customer wants instead. */
export function RequestForm({ orderId, returnable, auth, onRequested }: Props) {
  // If only one size can be returned, it is chosen from the start.
  const onlyLine = returnable.lines.length === 1 ? returnable.lines[0] : undefined;
  const [drafts, setDrafts] = useState<ReadonlyMap<string, LineDraft>>(
    () => new Map(onlyLine && [[onlyLine.attributeId, { ...DEFAULT_LINE_DRAFT, attributeId: onlyLine.attributeId }]]),
  );
  const [note, setNote] = useState("");
  const [clabe, setClabe] = useState("");
  const { busy, failure, errorsOfLine, submit } = useReturnRequest({ orderId, auth, onRequested });
  const chosenDrafts = [...drafts.values()];
  const changeDraft = (sizeId: string, draft: LineDraft | null) => {
    const changedDrafts = new Map(drafts);
    if (draft) changedDrafts.set(sizeId, draft);
    else changedDrafts.delete(sizeId);
    setDrafts(changedDrafts);
  };
  return (
    <form
      className="space-y-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ lines: chosenDrafts, note, clabe });
      }}
    >
      <p className="text-soft">
        Elige qué devuelves{returnable.until && <>. Tienes hasta el {formatDay(returnable.until)}</>}.
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {returnable.lines.map((line) => (
          <li key={line.attributeId} className="py-5">
            <LineFields
              line={line}
              draft={drafts.get(line.attributeId) ?? null}
              errors={errorsOfLine(chosenDrafts.findIndex(({ attributeId }) => attributeId === line.attributeId))}
              onChange={(draft) => changeDraft(line.attributeId, draft)}
              onChoose={(isChosen) =>
                changeDraft(
                  line.attributeId,
                  isChosen ? { ...DEFAULT_LINE_DRAFT, attributeId: line.attributeId } : null,
                )
              }
            />
          </li>
        ))}
      </ul>
      {chosenDrafts.length > 0 && (
        <div className="space-y-5">
          <TextField
            name="note"
            label="¿Algo que debamos saber?"
            optional
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          {chosenDrafts.some(({ wish }) => wish === "REFUND") && (
            <TextField
              name="clabe"
              label="CLABE de tu cuenta"
              hint="Solo si pagaste por transferencia: ahí te depositamos. Lo que pagaste en línea regresa a tu tarjeta."
              optional
              inputMode="numeric"
              maxLength={24}
              value={clabe}
              error={errorsOfLine(-1).clabe}
              onChange={(event) => setClabe(event.target.value)}
            />
          )}
          {failure && <Notice tone="error" alert title={failure} />}
          <Button type="submit" busy={busy} className="max-sm:w-full">
            {chosenDrafts.every(({ wish }) => wish === "EXCHANGE") ? "Pedir el cambio" : "Pedir la devolución"}
          </Button>
        </div>
      )}
    </form>
  );
}
