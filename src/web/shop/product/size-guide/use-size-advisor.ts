import { useEffect, useState } from "react";
import { recommendSize, type BodyMeasures, type Recommendation } from "../../../../domain/recommend-size.ts";
import { BODY_MEASURES, parseToMillimeters, type BodyMeasure, type SizeGuide } from "../../../../domain/size-guide.ts";
import { call } from "../../../client.ts";
import { useSession } from "../../../state/session.tsx";
import { useForm } from "../../../ui/use-form.ts";

type MeasureTexts = Record<BodyMeasure, string>;

const NO_TEXTS: MeasureTexts = { chest: "", waist: "", hip: "", foot: "", inseam: "" };
const MAX_MEASURE_MILLIMETERS = 3_000;

/** The typed measures, prefilled from the account, and the recommended size. */
export function useSizeAdvisor(guide: SizeGuide, askedMeasures: readonly BodyMeasure[]) {
  const { session } = useSession();
  const customerSession = session?.type === "registered" ? session : null;
  const [texts, setTexts] = useState(NO_TEXTS);
  /** Whether the customer asked to save the measures in the account. */
  const [shouldSave, setShouldSave] = useState(false);
  const [recommendation, setRecommendation] = useState<Recommendation | null>(null);
  const [saveMessage, setSaveMessage] = useState("");
  const form = useForm(texts, setTexts);
  const { customerId, token } = customerSession ?? {};
  useEffect(() => {
    if (customerId === undefined) return;
    let isUnmounted = false;
    void call("getMeasures", { params: { id: customerId }, token }).then((outcome) => {
      if (!outcome.ok || isUnmounted) return;
      const { data } = outcome;
      setTexts((current) => {
        const filledTexts = BODY_MEASURES.map((measure) => [measure, current[measure] || String(data[measure] ?? "")]);
        return Object.fromEntries(filledTexts) as MeasureTexts;
      });
    });
    return () => {
      isUnmounted = true;
    };
  }, [customerId, token]);

  const submit = async (): Promise<void> => {
    setRecommendation(null);
    setSaveMessage("");
    const { measures, errors } = readMeasures(texts, askedMeasures);
    if (form.showErrors(errors)) return;
    setRecommendation(recommendSize(guide, measures) ?? null);
    if (!shouldSave || !customerSession) return;
    const body = Object.fromEntries(askedMeasures.map((measure) => [measure, toCentimeters(measures[measure])]));
    const saveCall = call("saveMeasures", {
      params: { id: customerSession.customerId },
      body,
      token: customerSession.token,
    });
    const saveOutcome = await form.waitFor(saveCall);
    setSaveMessage(
      saveOutcome.ok
        ? "Guardamos tus medidas en tu cuenta."
        : `No pudimos guardar tus medidas. ${saveOutcome.problem.detail}`,
    );
  };
  return {
    form,
    recommendation,
    saveMessage,
    shouldSave,
    setShouldSave,
    maySave: customerSession !== null,
    submit,
  };
}

/** Reads the typed measures in millimetres. At least one of them is required. */
function readMeasures(texts: MeasureTexts, askedMeasures: readonly BodyMeasure[]) {
  const measures: Partial<Record<BodyMeasure, number>> = {};
  const errors: Partial<Record<BodyMeasure, string>> = {};
  for (const measure of askedMeasures) {
    const text = texts[measure].trim();
    const millimeters = parseToMillimeters(text);
    if (text === "") continue;
    if (millimeters === undefined) errors[measure] = "Escribe centímetros, p. ej. 72 o 72.5";
    else if (millimeters <= 0 || millimeters > MAX_MEASURE_MILLIMETERS)
      errors[measure] = "Revisa la medida, va en centímetros";
    else measures[measure] = millimeters;
  }
  const [firstMeasure] = askedMeasures;
  if (firstMeasure && Object.keys(measures).length + Object.keys(errors).length === 0) {
    errors[firstMeasure] = askedMeasures.length > 1 ? "Escribe al menos una de tus medidas" : "Escribe tu medida";
  }
  return { measures: measures satisfies BodyMeasures, errors };
}

function toCentimeters(millimeters: number | undefined): number | undefined {
  return millimeters === undefined ? undefined : millimeters / 10;
}
