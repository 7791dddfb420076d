import { Notice } from "../../../ui/notice.tsx";

interface Result {
  reference: number;
  isDone: boolean;
  sentence: string;
  /** Other orders with the same tracking number. */
  sameTracking: readonly number[];
}

/** The result of each order, refused ones first because staff must act on them. */
export function MoveResults({ results }: { results: readonly Result[] }) {
  const done = results.filter(({ isDone }) => isDone);
  const refused = results.filter(({ isDone }) => !isDone);
  const shared = results.filter(({ sameTracking }) => sameTracking.length > 0);
  return (
    <div role="status" className="space-y-3">
      {refused.length > 0 && (
        <Notice
          tone="error"
          title={refused.length === 1 ? "Uno se quedó como estaba" : `${refused.length} se quedaron como estaban`}
        >
          <ul>
            {refused.map(({ reference, sentence }) => (
              <li key={reference}>
                <span className="font-semibold tabular">#{reference}</span> · {sentence}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {shared.length > 0 && (
        <Notice tone="warning" title="Hay guías repetidas: revisa que viajen en una sola caja">
          <ul>
            {shared.map(({ reference, sameTracking }) => (
              <li key={reference}>
                <span className="font-semibold tabular">#{reference}</span> · la misma guía que{" "}
                {sameTracking.map((other) => `#${other}`).join(", ")}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {done.length > 0 && (
        <Notice
          tone="success"
          icon="check"
          title={done.length === 1 ? "Un pedido listo" : `${done.length} pedidos listos`}
        >
          {done.map(({ reference }) => `#${reference}`).join(", ")}
        </Notice>
      )}
    </div>
  );
}
