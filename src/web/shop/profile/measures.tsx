import { useEffect, useState } from "react";
import type { Customer } from "../../../contract/customers.ts";
import { BODY_MEASURES, MEASURE_LABEL } from "../../../domain/size-guide.ts";
import { call, type AnswerOf } from "../../client.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { Section } from "./section.tsx";

/** The body measures that the customer saved, with a button that deletes them. Renders nothing if there are none. */
export function Measures({ customer }: { customer: Customer }) {
  const { session } = useSession();
  const showToast = useToast();
  const [measures, setMeasures] = useState<AnswerOf<"getMeasures"> | null>(null);
  const [busy, setBusy] = useState(false);
  const token = session?.token;
  useEffect(() => {
    let isUnmounted = false;
    void call("getMeasures", { params: { id: customer._id }, token }).then((outcome) => {
      if (outcome.ok && !isUnmounted) setMeasures(outcome.data);
    });
    return () => {
      isUnmounted = true;
    };
  }, [customer._id, token]);
  const savedMeasures = BODY_MEASURES.filter((measure) => measures?.[measure] != null);
  if (measures === null || savedMeasures.length === 0) return null;
  const deleteSaved = async (): Promise<void> => {
    setBusy(true);
    const outcome = await call("deleteMeasures", { params: { id: customer._id }, token });
    setBusy(false);
    if (!outcome.ok) return showToast("error", outcome.problem.detail);
    setMeasures(outcome.data);
    showToast("success", "Borramos tus medidas");
  };
  return (
    <Section
      titleId="measures"
      title="Mis medidas"
      hint="Las guardaste en una guía de tallas para no escribirlas otra vez."
    >
      <dl className="mb-5 grid max-w-xs grid-cols-2 gap-y-1">
        {savedMeasures.map((measure) => (
          <div key={measure} className="contents">
            <dt>{MEASURE_LABEL[measure]}</dt>
            <dd className="tabular text-right font-semibold">{measures[measure]} cm</dd>
          </div>
        ))}
      </dl>
      <Button variant="secondary" busy={busy} onClick={() => void deleteSaved()}>
        Borrar mis medidas
      </Button>
    </Section>
  );
}
