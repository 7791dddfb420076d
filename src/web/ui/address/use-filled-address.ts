import { useEffect, useRef } from "react";
import { stateOfPostalCode } from "../../../domain/postal-code.ts";
import { usePostalCode, type PostalArea } from "./use-postal-code.ts";

/** The part of an address that its postal code determines. */
export interface PostalFields {
  postalCode: string;
  state: string;
  city: string;
  neigh: string;
}

/** A form with these fields, and possibly others (use-form.ts). */
export interface PostalForm {
  data: PostalFields;
  change: (changes: Partial<PostalFields>) => void;
}

/**
 * Fills state, city and the only neighbourhood of a complete postal code (rule CHECKOUT-8). Typed values stay: only
 * empty fields, and values that were filled or picked before, are replaced. Returns the area of the postal code.
 */
export function useFilledAddress(form: PostalForm): PostalArea | null | undefined {
  const { postalCode } = form.data;
  const area = usePostalCode(postalCode);
  const filled = useRef<Partial<PostalFields>>({});
  const latest = useRef(form);
  latest.current = form;
  /** The neighbourhoods of the previous postal code. */
  const previous = useRef<readonly string[]>([]);

  useEffect(() => {
    // The code itself determines the state, so that it is filled offline too.
    const state = area?.state ?? stateOfPostalCode(postalCode);
    if (!state) return;
    const { data, change } = latest.current;
    const next: Partial<PostalFields> = {};
    const fill = (name: "state" | "city" | "neigh", value: string): void => {
      const isPicked = name === "neigh" && previous.current.includes(data.neigh);
      const isReplaceable = isPicked || ["", value, filled.current[name]].includes(data[name]);
      if (!isReplaceable) return;
      filled.current[name] = value;
      if (data[name] !== value) next[name] = value;
    };
    fill("state", state);
    if (area) {
      fill("city", area.city);
      const [only, ...others] = area.neighborhoods;
      if (others.length === 0) fill("neigh", only!);
      // The value was picked from the list of the previous code.
      else if (!area.neighborhoods.includes(data.neigh) && previous.current.includes(data.neigh)) fill("neigh", "");
      previous.current = area.neighborhoods;
    }
    if (Object.keys(next).length > 0) change(next);
  }, [postalCode, area]);
  return area;
}
