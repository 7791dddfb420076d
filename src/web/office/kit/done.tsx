import { useSearchParams } from "react-router";
import { Notice } from "../../ui/notice.tsx";

/** What an act just did, after it sent its page back here with `?hecho=<word>`: loaded again, nothing is done twice. */
export function Done({ sentences }: { sentences: Record<string, string> }) {
  const [asked] = useSearchParams();
  const sentence = sentences[asked.get("hecho") ?? ""];
  return sentence ? <Notice tone="good" icon="check" alert title={sentence} /> : null;
}
