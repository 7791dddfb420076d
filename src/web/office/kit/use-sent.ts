import { useNavigation } from "react-router";

/**
 * The form that is on its way to the server, until the page has its answer. What it asks for may be shown at once where it
 * can be taken back and moves neither money nor stock; what was refused is shown as it is again, with the reason.
 */
export function useSent(): FormData | undefined {
  const { formData, formMethod } = useNavigation();
  return formMethod === "POST" ? formData : undefined;
}
