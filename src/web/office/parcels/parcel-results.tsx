import { Notice } from "../../ui/notice.tsx";

interface Outcome {
  name: string;
  /** Why it stayed as it was. Null if it changed. */
  sentence: string | null;
}

/** What became of each ticked parcel, those that stayed first. */
export function ParcelResults({ failure, outcomes }: { failure: string | undefined; outcomes: readonly Outcome[] }) {
  const refused = outcomes.filter(({ sentence }) => sentence !== null);
  const done = outcomes.filter(({ sentence }) => sentence === null);
  return (
    <div role="status" className="space-y-3">
      {failure && <Notice tone="error" alert title={failure} />}
      {refused.length > 0 && (
        <Notice
          tone="error"
          title={refused.length === 1 ? "Uno se quedó como estaba" : `${refused.length} se quedaron como estaban`}
        >
          <ul>
            {refused.map(({ name, sentence }) => (
              <li key={name}>
                <span className="font-semibold tabular">{name}</span> · {sentence}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {done.length > 0 && (
        <Notice
          tone="success"
          icon="check"
          title={done.length === 1 ? "Un paquete anotado" : `${done.length} paquetes anotados`}
        >
          {done.map(({ name }) => name).join(", ")}
        </Notice>
      )}
    </div>
  );
}
