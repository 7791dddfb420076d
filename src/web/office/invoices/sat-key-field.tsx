import { useEffect, useId, useRef, useState, type RefObject } from "react";
import {
  listProductKeys,
  findProductKeys,
  classifyProductKey,
  nameOfProductKey,
  type SatProductKey,
} from "../../../domain/sat-product-keys.ts";
import { cx } from "../../ui/class-names.ts";
import { ComboboxInput } from "../../ui/combobox-input.tsx";
import { ComboboxList, useCombobox, useComboboxKeys, type ActiveOptionId } from "../../ui/combobox.tsx";
import { CheckField, TextField } from "../../ui/field.tsx";
import type { FormFields } from "../guard.ts";

const DATALIST_ID = "sat-product-keys";
const MAX_TYPED_LENGTH = 100;
const MAX_SHOWN_KEYS = 12;

export interface TypedSatKey {
  productKey: string;
  confirmation?: { name: string };
}

/** Reads the fields of `SatKeyField`. */
export function readSatKey(form: FormFields): TypedSatKey {
  const isConfirmed = form.text("confirmKey", 5) !== "";
  return {
    productKey: form.text("productKey", MAX_TYPED_LENGTH),
    ...(isConfirmed && { confirmation: { name: form.text("confirmName", 200) } }),
  };
}

interface Props {
  label: string;
  /** Only screen readers read the label. For a field in a row that shows what it belongs to. */
  isLabelHidden?: boolean;
  defaultValue: string;
  /** Keys outside the list that staff confirmed. */
  confirmedKeys: readonly SatProductKey[];
  error?: string;
  hint?: string;
}

/**
 * The field of a SAT product key, with a search by words or digits. A key outside the list needs a confirmation.
 * Without JavaScript it is a plain field with the browser's own suggestions (`SatKeyOptions`).
 */
export function SatKeyField({ label, isLabelHidden, defaultValue, confirmedKeys, error, hint }: Props) {
  const id = useId();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState(defaultValue);
  const [hasBeenFocused, setFocused] = useState(false);
  const [activeOptionId, setActiveOptionId] = useState<ActiveOptionId>(undefined);
  useEffect(() => {
    // Staff may focus the field and type before this code is loaded.
    const field = input.current!;
    if (document.activeElement === field) setFocused(true);
    setKey(field.value.trim());
  }, []);
  const chooseKey = (chosenKey: string): void => {
    const field = input.current!;
    field.value = chosenKey;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    setKey(chosenKey);
  };
  const name = nameOf(key, confirmedKeys);
  const needsConfirmation = name === undefined && classifyProductKey(key) === "possible";
  const note = name ?? (needsConfirmation ? "No está en la lista." : hint);
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "block text-sm font-semibold"}>
        {label} {!isLabelHidden && <span className="font-normal text-soft">(opcional)</span>}
      </label>
      <div className="relative">
        <ComboboxInput
          ref={input}
          id={id}
          listId={listId}
          activeOptionId={activeOptionId}
          name="productKey"
          list={DATALIST_ID}
          defaultValue={defaultValue}
          placeholder="Palabra o clave"
          spellCheck={false}
          maxLength={MAX_TYPED_LENGTH}
          onFocus={() => setFocused(true)}
          onChange={(event) => setKey(event.target.value.trim())}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className={cx(
            "block min-h-11 w-full rounded-box border bg-card px-3 py-2 text-base text-ink placeholder:text-soft/80",
            error ? "border-error" : "border-edge",
          )}
        />
        {hasBeenFocused && (
          <SatKeyList
            input={input}
            listId={listId}
            confirmedKeys={confirmedKeys}
            onActive={setActiveOptionId}
            onChoose={chooseKey}
          />
        )}
      </div>
      <p id={`${id}-note`} className={cx("text-sm", error ? "font-medium text-error" : "text-soft")}>
        {error ?? note}
      </p>
      {needsConfirmation && (
        <div className="space-y-3 rounded-box bg-warning-soft p-3">
          <CheckField name="confirmKey" value="1" label="Sí, es una clave del SAT que no está en esta lista" />
          <TextField name="confirmName" label="Cómo la llama el SAT" optional maxLength={200} />
        </div>
      )}
    </div>
  );
}

/** The suggestions of all `SatKeyField`s of a page, for browsers without JavaScript. A page renders them once. */
export function SatKeyOptions({ confirmedKeys }: { confirmedKeys: readonly SatProductKey[] }) {
  return (
    <noscript>
      <datalist id={DATALIST_ID}>
        {[...listProductKeys(), ...confirmedKeys].map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </datalist>
    </noscript>
  );
}

function nameOf(key: string, confirmedKeys: readonly SatProductKey[]): string | undefined {
  return nameOfProductKey(key) ?? confirmedKeys.find((candidate) => candidate.key === key)?.name;
}

interface ListProps {
  input: RefObject<HTMLInputElement | null>;
  listId: string;
  confirmedKeys: readonly SatProductKey[];
  onActive: (active: ActiveOptionId) => void;
  onChoose: (key: string) => void;
}

/**
 * The keys that match the typed text, from two characters on and until it is a known key. The list is mounted when the
 * field is first focused.
 */
function SatKeyList({ input, listId, confirmedKeys, onActive, onChoose }: ListProps) {
  const combobox = useCombobox(input);
  const { text, isOpen, setOpen, activeIndex, setActive } = combobox;
  const isSearching = isOpen && text.length > 1 && nameOf(text, confirmedKeys) === undefined;
  const matches = isSearching ? findProductKeys(text, confirmedKeys, MAX_SHOWN_KEYS) : [];
  const chooseMatch = (index: number): void => {
    const chosenKey = matches[index]!.key;
    onChoose(chosenKey);
    setOpen(false);
  };
  const scrollTargetId = matches.length > 0 ? (activeIndex < 0 ? listId : `${listId}-${activeIndex}`) : null;
  useEffect(() => {
    if (scrollTargetId !== null) document.getElementById(scrollTargetId)?.scrollIntoView({ block: "nearest" });
  }, [scrollTargetId]);
  useComboboxKeys(combobox, {
    listId,
    optionCount: matches.length > 0 ? matches.length : null,
    onChoose: chooseMatch,
    onActive,
  });
  return (
    <>
      <p role="status" className="sr-only">
        {isSearching && (matches.length === 0 ? "Ninguna clave es así" : `${matches.length} claves`)}
      </p>
      {matches.length > 0 && (
        <ComboboxList
          id={listId}
          label="Claves del SAT"
          groups={[
            {
              label: "Claves del SAT",
              options: matches.map(({ key, name }) => ({
                value: key,
                content: (
                  <span>
                    <span className="tabular font-semibold">{key}</span> {name}
                  </span>
                ),
              })),
            },
          ]}
          activeIndex={activeIndex}
          onPoint={setActive}
          onChoose={chooseMatch}
          className="absolute left-0 top-full z-40 mt-1 max-h-80 w-full overflow-y-auto rounded-lg border border-line bg-card p-2 shadow-xl sm:w-96"
        />
      )}
    </>
  );
}
