import { useEffect, useRef } from "react";
import { cx } from "../../../ui/class-names.ts";
import { TextField } from "../../../ui/field.tsx";
import { CameraScanner } from "./camera-scanner.tsx";
import type { NumberedCodeResult } from "./use-code-queue.ts";

interface CodeFieldProps {
  label: string;
  hint?: string;
  /** For a form that searches without JavaScript. */
  name?: string;
  defaultValue?: string;
  codeResult: NumberedCodeResult | null;
  onCode: (code: string) => void;
}

const TONE_CLASS = { success: "text-success", info: "text-ink", error: "text-error" };

/**
 * A field for a scanner that types a code and Enter, and for staff who type words. Enter never submits the surrounding
 * form. The text stays selected, so that the next code replaces it. A successful scan clears it.
 */
export function CodeField({ label, hint, name, defaultValue, codeResult, onCode }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    if (field && codeResult?.tone === "success" && field.value.trim() === codeResult.code) field.value = "";
  }, [codeResult]);
  return (
    <div className="space-y-2">
      <TextField
        ref={input}
        name={name}
        type="search"
        label={label}
        hint={hint}
        required={false}
        defaultValue={defaultValue}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          const code = event.currentTarget.value.trim();
          event.currentTarget.select();
          if (code !== "") onCode(code);
        }}
      />
      <CodeStatus codeResult={codeResult} />
      <CameraScanner onCode={onCode} />
    </div>
  );
}

/** The result of the last scan. The key changes with each result, so that screen readers also announce an equal one. */
function CodeStatus({ codeResult }: { codeResult: NumberedCodeResult | null }) {
  return (
    <p role="status" className="text-sm font-semibold">
      {codeResult && (
        <span key={codeResult.number} className={cx("wrap-anywhere", TONE_CLASS[codeResult.tone])}>
          {codeResult.text}
        </span>
      )}
    </p>
  );
}
