import { Form, Link } from "react-router";
import type { FirstStep } from "../../../domain/first-steps.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { officePaths } from "../paths.ts";
import { missingStepsSentence, STEP_TEXTS } from "./step-texts.ts";

export interface StepsView {
  shop: { key: string; name: string; origin: string };
  steps: readonly { step: FirstStep; isDone: boolean }[];
  /** The required steps that are not done: without them the shop cannot open. */
  missingSteps: readonly FirstStep[];
  isHidden: boolean;
}

/**
 * The first steps of a shop. Whether a step is done follows from the shop's data. Staff can also confirm the theme and
 * the legal texts. The buttons post to the first-steps page.
 */
export function StepList({ shop, steps, missingSteps, isHidden }: StepsView) {
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const isOpened = steps.some(({ step, isDone }) => step === "open" && isDone);
  const isTestOrderPending = steps.some(({ step, isDone }) => step === "testOrder" && !isDone);
  const nextStep = steps.find(({ isDone }) => !isDone)?.step;
  const action = officePaths.firstSteps(shop.key);
  return (
    <div className="space-y-4">
      <div className="space-y-2">
        <p className="text-soft">
          {doneCount === steps.length
            ? "Todo listo: ya no falta nada."
            : `${doneCount} de ${steps.length} ${doneCount === 1 ? "listo" : "listos"}. Cada paso se marca solo en cuanto está hecho.`}
        </p>
        <svg aria-hidden viewBox="0 0 100 2" preserveAspectRatio="none" className="h-2 w-full rounded-full bg-sand">
          <rect width={(doneCount / steps.length) * 100} height={2} className="fill-accent" />
        </svg>
      </div>
      <ol className="divide-y divide-line border-y border-line">
        {steps.map(({ step, isDone }) => (
          <li key={step} className={cx("flex gap-4", isDone ? "py-2" : "py-4")}>
            <StepMark isDone={isDone} />
            <div
              className={cx(
                "min-w-0 flex-1",
                isDone ? "flex flex-wrap items-center justify-between gap-x-5" : "space-y-2",
              )}
            >
              <h3 className={cx("font-bold", isDone && "text-soft")}>
                {STEP_TEXTS[step].title}
                <span className="sr-only">{isDone ? " (listo)" : " (pendiente)"}</span>
              </h3>
              {!isDone && <p className="text-sm text-soft">{STEP_TEXTS[step].why}</p>}
              <StepLinks
                step={step}
                isDone={isDone}
                isNext={step === nextStep}
                isOpened={isOpened}
                shop={shop}
                action={action}
                missingSteps={missingSteps}
              />
            </div>
          </li>
        ))}
      </ol>
      {isOpened && (
        <Form method="post" action={action}>
          <Button type="submit" variant="quiet" name="intent" value={isHidden ? "show" : "hide"}>
            {isHidden ? "Mostrar esta lista en Inicio" : "Quitar esta lista de Inicio"}
          </Button>
        </Form>
      )}
      {!isOpened && !isTestOrderPending && <PreviewButton action={action} variant="secondary" />}
    </div>
  );
}

function StepMark({ isDone }: { isDone: boolean }) {
  return (
    <span
      className={cx(
        "mt-1 grid size-6 shrink-0 place-content-center rounded-full",
        isDone ? "bg-success-soft text-success" : "border border-edge",
      )}
    >
      {isDone && <Icon name="check" className="size-4" />}
    </span>
  );
}

const LINK = "inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4";

interface StepProps extends Pick<StepsView, "shop" | "missingSteps"> {
  step: FirstStep;
  isDone: boolean;
  /** The first step that is not done: its button is emphasized. */
  isNext: boolean;
  isOpened: boolean;
  action: string;
}

/** Links and buttons to do a step, or to see it again. */
function StepLinks({ step, isDone, isNext, isOpened, shop, action, missingSteps }: StepProps) {
  const pages = STEP_TEXTS[step].pagesOf(shop.key);
  if (step === "open") {
    if (isDone) {
      return (
        <a href={shop.origin} className={LINK}>
          Ver la tienda
        </a>
      );
    }
    if (missingSteps.length > 0) return <p className="text-sm">{missingStepsSentence(missingSteps)}</p>;
    return (
      <Form method="post" action={action}>
        <Button type="submit" name="intent" value="open">
          Abrir {shop.name}
        </Button>
      </Form>
    );
  }
  const isTestOrderPending = step === "testOrder" && !isDone;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {isTestOrderPending && !isOpened && <PreviewButton action={action} variant={isNext ? "primary" : "secondary"} />}
      {isTestOrderPending && isOpened && (
        <a href={shop.origin} className={LINK}>
          Ver la tienda
        </a>
      )}
      {pages.map(({ to, label }, index) =>
        isNext && !isTestOrderPending && index === 0 ? (
          <ButtonLink key={to} to={to}>
            {label}
          </ButtonLink>
        ) : (
          <Link key={to} to={to} className={LINK}>
            {label}
          </Link>
        ),
      )}
      {(step === "legal" || step === "theme") && !isDone && (
        <Form method="post" action={action}>
          <Button type="submit" variant="secondary" name="intent" value={step}>
            {step === "legal" ? "Ya los leí y así están bien" : "Así me gusta"}
          </Button>
        </Form>
      )}
    </div>
  );
}

/** Opens the preview of the shop, on the shop's host. */
function PreviewButton({ action, variant }: { action: string; variant: "primary" | "secondary" }) {
  return (
    <Form method="post" action={action}>
      <Button type="submit" variant={variant} name="intent" value="preview">
        Abrir la vista previa
      </Button>
    </Form>
  );
}
