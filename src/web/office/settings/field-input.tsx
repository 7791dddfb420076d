import { INSTALLMENT_MONTHS } from "../../../domain/installments.ts";
import { SHOP_COLOR_NAMES, SHOP_COLORS, type ShopColor } from "../../../domain/shop-colors.ts";
import { CheckField, SelectField, TextField } from "../../ui/field.tsx";
import { TextAreaField } from "../kit/text-area-field.tsx";
import type { SettingField } from "./fields.ts";

export const COLOR_LABEL: Record<ShopColor, string> = {
  green: "Verde",
  red: "Rojo",
  yellow: "Amarillo",
  gray: "Gris",
  pink: "Rosa",
  purple: "Morado",
  blue: "Azul",
  indigo: "Índigo",
};

interface BankAccount {
  bank: string;
  beneficiary: string;
  clabe: string;
}

interface InstallmentPlan {
  months: number;
  /** The smallest total, in pesos. NaN if the typed value is not a number. */
  from: number;
}

interface ShopMessage {
  message: string;
  color: string;
  enabled: boolean;
}

/** The input of a setting. */
export function FieldInput({ field, value, error }: { field: SettingField; value: unknown; error?: string }) {
  const { path, label, hint, kind, unit } = field;
  const commonProps = { name: path, label, hint, error };
  if (typeof kind === "object") {
    return (
      <SelectField {...commonProps} defaultValue={value as string}>
        {kind.choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </SelectField>
    );
  }
  switch (kind) {
    case "text":
      return <TextField {...commonProps} required={false} defaultValue={value as string} />;
    case "lines":
      return <TextAreaField required={false} {...commonProps} defaultValue={value as string} />;
    case "number":
      return (
        <TextField
          {...commonProps}
          label={`${label} (${unit})`}
          inputMode="decimal"
          className="max-w-40 tabular"
          defaultValue={String(value)}
        />
      );
    case "check":
      return (
        <div className="space-y-1.5">
          <CheckField name={path} value="1" label={label} defaultChecked={value === true}>
            {hint}
          </CheckField>
          {error && <p className="text-sm font-medium text-error">{error}</p>}
        </div>
      );
    case "color":
      return <ColorInput field={field} value={value as ShopColor} />;
    case "ga4":
      return <TextField {...commonProps} required={false} defaultValue={(value as { id: string } | null)?.id ?? ""} />;
    case "chat": {
      const chat = value as { provider: string; id: string } | null;
      return (
        <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
          <SelectField name={`${path}.provider`} label="Red" defaultValue={chat?.provider ?? "whatsapp"}>
            <option value="whatsapp">WhatsApp</option>
            <option value="messenger">Messenger</option>
          </SelectField>
          <TextField {...commonProps} name={`${path}.id`} required={false} defaultValue={chat?.id ?? ""} />
        </div>
      );
    }
    case "bankAccounts":
      return <BankAccountRows field={field} accounts={value as BankAccount[]} error={error} />;
    case "installmentPlans":
      return <InstallmentPlanRows field={field} plans={value as InstallmentPlan[]} error={error} />;
    case "messages":
      return <MessageRows field={field} messages={value as ShopMessage[]} error={error} />;
  }
}

function ColorInput({ field: { path, label, hint }, value }: { field: SettingField; value: ShopColor }) {
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {SHOP_COLOR_NAMES.map((name) => (
          <label
            key={name}
            className="flex min-h-11 items-center gap-2 rounded-box border border-edge bg-card px-3 text-sm has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2"
          >
            <input type="radio" name={path} value={name} defaultChecked={name === value} className="sr-only" />
            <span aria-hidden style={{ background: SHOP_COLORS[name].accent }} className="size-5 rounded-full" />
            {COLOR_LABEL[name]}
          </label>
        ))}
      </div>
      <p className="text-sm text-soft">{hint}</p>
    </fieldset>
  );
}

function BankAccountRows({
  field,
  accounts,
  error,
}: {
  field: SettingField;
  accounts: readonly BankAccount[];
  error?: string;
}) {
  const { path, label, hint } = field;
  const rows = [...accounts, { bank: "", beneficiary: "", clabe: "" }];
  return (
    <fieldset className="space-y-4">
      <legend className="text-sm font-semibold">{label}</legend>
      <p className="text-sm text-soft">{hint}</p>
      {error && <p className="text-sm font-medium text-error">{error}</p>}
      {rows.map(({ bank, beneficiary, clabe }, index) => (
        <div key={clabe || index} className="grid gap-3 border-l-2 border-line pl-4 sm:grid-cols-2">
          <TextField
            name={`${path}.bank`}
            label={`Banco de la cuenta ${index + 1}`}
            required={false}
            defaultValue={bank}
          />
          <TextField
            name={`${path}.beneficiary`}
            label={`Titular de la cuenta ${index + 1}`}
            required={false}
            defaultValue={beneficiary}
          />
          <TextField
            name={`${path}.clabe`}
            label={`CLABE de la cuenta ${index + 1}`}
            hint="18 dígitos"
            inputMode="numeric"
            required={false}
            className="tabular"
            defaultValue={clabe}
          />
        </div>
      ))}
    </fieldset>
  );
}

function MessageRows({
  field,
  messages,
  error,
}: {
  field: SettingField;
  messages: readonly ShopMessage[];
  error?: string;
}) {
  const { path, label, hint } = field;
  const rows = [...messages, { message: "", color: "indigo", enabled: true }];
  return (
    <fieldset className="space-y-4">
      <legend className="text-sm font-semibold">{label}</legend>
      <p className="text-sm text-soft">{hint}</p>
      {error && <p className="text-sm font-medium text-error">{error}</p>}
      {rows.map(({ message, color, enabled }, index) => (
        <div key={message || index} className="grid gap-3 border-l-2 border-line pl-4 sm:grid-cols-[1fr_9rem_9rem]">
          <TextField
            name={`${path}.message`}
            label={`Aviso ${index + 1}`}
            required={false}
            maxLength={200}
            defaultValue={message}
          />
          <SelectField name={`${path}.color`} label={`Color ${index + 1}`} defaultValue={color}>
            {SHOP_COLOR_NAMES.map((name) => (
              <option key={name} value={name}>
                {COLOR_LABEL[name]}
              </option>
            ))}
          </SelectField>
          <SelectField name={`${path}.shown`} label={`Aviso ${index + 1}: se ve`} defaultValue={enabled ? "1" : "0"}>
            <option value="1">Sí</option>
            <option value="0">No, guardado</option>
          </SelectField>
        </div>
      ))}
    </fieldset>
  );
}

/** A field for the smallest total of each installment plan. A plan whose field is empty is not offered. */
function InstallmentPlanRows({
  field,
  plans,
  error,
}: {
  field: SettingField;
  plans: readonly InstallmentPlan[];
  error?: string;
}) {
  const { path, label, hint } = field;
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-semibold">{label}</legend>
      <p className="text-sm text-soft">{hint}</p>
      {error && (
        <p role="alert" className="text-sm font-medium text-error">
          {error}
        </p>
      )}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {INSTALLMENT_MONTHS.map((months) => {
          const from = plans.find((plan) => plan.months === months)?.from;
          return (
            <TextField
              key={months}
              name={`${path}.${months}`}
              label={`${months} meses desde`}
              required={false}
              inputMode="decimal"
              className="tabular"
              placeholder="No se ofrecen"
              defaultValue={from === undefined || Number.isNaN(from) ? "" : String(from)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
