import { useNavigation } from "react-router";

/**
 * The fields of the form that is on its way to the server, until the page has its answer. What it asks for may be shown at
 * once where it can be taken back and moves neither money nor stock; what was refused is shown as it is again, with the
 * reason.
 */
export function useSent(): URLSearchParams | undefined {
  const { formData, formMethod } = useNavigation();
  if (!formData || formMethod !== "POST") return undefined;
  return new URLSearchParams([...formData].filter((field): field is [string, string] => typeof field[1] === "string"));
}
