import { useEffect, useState } from "react";
import { formatDayRange } from "../../../domain/long-date.ts";
import { call } from "../../client.ts";

/**
 * When the cart's pieces arrive with the carrier of the lowest base price. A carrier with a notice is used only if all
 * have one. The checkout preselects the carrier with the lowest price for these pieces, which may be another one (rule
 * CHECKOUT-10).
 */
export default function ArrivalNote() {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    void call("listCarriers", {}).then((outcome) => {
      if (!outcome.ok) return;
      const [cheapest] = outcome.data.docs
        .filter(({ kind }) => kind === "carrier")
        .sort((a, b) => Number(a.hasAlert) - Number(b.hasAlert) || a.price - b.price);
      if (cheapest?.estimate)
        setText(`Si pagas hoy, llega ${formatDayRange(cheapest.estimate.from, cheapest.estimate.to)}.`);
    });
  }, []);
  return text && <p className="text-sm">{text}</p>;
}
