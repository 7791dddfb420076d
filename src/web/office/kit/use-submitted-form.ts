import { useNavigation } from "react-router";

/**
 * The fields of the form that is being submitted, until the page has its answer. A page may show their effect
 * immediately when the change can be undone and concerns neither money nor stock. If the change is
 * refused, the page shows the values from before it again, with the reason.
 */
export function useSubmittedForm(): URLSearchParams | undefined {
  const { formData, formMethod } = useNavigation();
  if (!formData || formMethod !== "POST") return undefined;
  return new URLSearchParams([...formData].filter((field): field is [string, string] => typeof field[1] === "string"));
}
