import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate, useRouteLoaderData } from "react-router";
import { formatDay } from "../../../../domain/format-day.ts";
import { call } from "../../../client.ts";
import { paths } from "../../../paths.ts";
import type { RootData } from "../../../root.tsx";
import { STORAGE_KEY, writeStored } from "../../../state/storage.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { useForm } from "../../../ui/use-form.ts";
import { SignInLayout } from "../../login/sign-in-layout.tsx";
import { NotSelling } from "../../not-selling.tsx";
import { pageMeta } from "../../page-meta.ts";
import type { AccessCodeRedirect } from "../use-presale.ts";
import { PresaleSteps } from "./presale-steps.tsx";
import type { Route } from "./+types/route";

const NewProducts = lazy(() => import("../../new-products.tsx").catch(() => ({ default: () => null })));

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Acceso a la preventa" });
}

export default function AccessCodePage() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { canSell } = shop.settings.management;
  return (
    <SignInLayout
      title="Acceso a la preventa"
      aside={canSell && <PresaleSteps />}
      below={
        <Suspense>
          <NewProducts shop={shop} />
        </Suspense>
      }
    >
      {canSell ? <CodeForm /> : <NotSelling />}
    </SignInLayout>
  );
}

function CodeForm() {
  const navigate = useNavigate();
  const showToast = useToast();
  const redirectState = useLocation().state as AccessCodeRedirect | null;
  const [data, setData] = useState({ code: "" });
  const form = useForm(data, setData);
  useEffect(() => {
    // The code of a link from staff is removed from the URL, so that it does not stay in the browser's history.
    const code = /^#codigo=([\w-]{1,60})$/.exec(location.hash)?.[1];
    if (!code) return;
    history.replaceState(history.state, "", location.pathname);
    setData({ code });
  }, []);
  const submit = async (): Promise<void> => {
    const code = data.code.trim().toUpperCase();
    if (form.showErrors({ code: code ? undefined : "Escribe tu código" })) return;
    const outcome = await form.waitFor(call("enterCode", { body: { code } }));
    if (outcome.ok) {
      writeStored(STORAGE_KEY.accessCode, outcome.data.code);
      const { name, deliversOn } = outcome.data.presale;
      showToast(
        "success",
        "Acceso correcto!",
        `${name}${deliversOn ? `: entregamos desde el ${formatDay(deliversOn)}` : ""}`,
      );
      return void navigate(paths.presale, { replace: true });
    }
    if (outcome.problem.code !== "CODE_INVALID") return form.showProblem(outcome.problem);
    writeStored(STORAGE_KEY.accessCode, null);
    form.showErrors({ code: `¡Código inválido! ${outcome.problem.detail}` });
  };
  return (
    <>
      {redirectState?.reason && (
        <Notice tone="warning" title="Ingresa tu código otra vez">
          {redirectState.reason}
        </Notice>
      )}
      <Form form={form} onSubmit={submit}>
        <TextField
          {...form.field("code")}
          label="Código"
          hint="Solicita tu código a tu asesor"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className="uppercase"
        />
        <Button type="submit" wide busy={form.busy}>
          Ingresar
        </Button>
      </Form>
    </>
  );
}
