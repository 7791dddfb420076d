import { useEffect, useRef } from "react";
import { stateOfPostalCode } from "../../../domain/postal-code.ts";
import { usePostalArea, type PostalArea } from "./use-postal-area.ts";

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
 * Fills the state, the city and, if it is the only one, the neighbourhood of a complete postal code (rule CHECKOUT-8).
 * Typed values stay: only empty fields, and values that were filled or picked before, are replaced. Returns the area of
 * the postal code.
 */
export function useAddressAutofill(form: PostalForm): PostalArea | null | undefined {
  const { postalCode } = form.data;
  const area = usePostalArea(postalCode);
  const filledValues = useRef<Partial<PostalFields>>({});
  const latestForm = useRef(form);
  latestForm.current = form;
  /** The neighbourhoods of the previous postal code. */
  const previousNeighborhoods = useRef<readonly string[]>([]);

  useEffect(() => {
    // The code itself determines the state, so that it is filled offline too.
    const state = area?.state ?? stateOfPostalCode(postalCode);
    if (!state) return;
    const { data, change } = latestForm.current;
    const changedFields: Partial<PostalFields> = {};
    const fill = (name: "state" | "city" | "neigh", value: string): void => {
      const isPicked = name === "neigh" && previousNeighborhoods.current.includes(data.neigh);
      const isReplaceable = isPicked || ["", value, filledValues.current[name]].includes(data[name]);
      if (!isReplaceable) return;
      filledValues.current[name] = value;
      if (data[name] !== value) changedFields[name] = value;
    };
    fill("state", state);
    if (area) {
      fill("city", area.city);
      const [onlyNeighborhood, ...otherNeighborhoods] = area.neighborhoods;
      if (otherNeighborhoods.length === 0) fill("neigh", onlyNeighborhood!);
      // The value was picked from the list of the previous code.
      else if (!area.neighborhoods.includes(data.neigh) && previousNeighborhoods.current.includes(data.neigh))
        fill("neigh", "");
      previousNeighborhoods.current = area.neighborhoods;
    }
    if (Object.keys(changedFields).length > 0) change(changedFields);
  }, [postalCode, area]);
  return area;
}
