import { getLegalText } from "../../../../server/settings/legal-texts.ts";
import { appContext, shopContext } from "../../../context.ts";
import { paths } from "../../../paths.ts";
import { pageMeta } from "../../page-meta.ts";
import { LegalPage } from "../legal-page.tsx";
import type { Route } from "./+types/route";
import { termsOfSale } from "./terms-of-sale.ts";

export function loader({ context }: Route.LoaderArgs) {
  return getLegalText(context.get(appContext), context.get(shopContext), "terms", termsOfSale);
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.title ?? "",
    description: loaderData?.description,
    path: paths.terms,
  });
}

export default function TermsOfSalePage({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />;
}
