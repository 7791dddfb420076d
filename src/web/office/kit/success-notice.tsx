import { useSearchParams } from "react-router";
import { Notice } from "../../ui/notice.tsx";

/**
 * Notice of the action that just succeeded. The action redirects here with `?hecho=<word>`, so a reload shows the
 * notice again and does not repeat the action.
 */
export function SuccessNotice({ sentences }: { sentences: Record<string, string> }) {
  const [searchParams] = useSearchParams();
  const sentence = sentences[searchParams.get("hecho") ?? ""];
  return sentence ? <Notice tone="success" icon="check" alert title={sentence} /> : null;
}
