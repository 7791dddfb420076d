import { getLegalText } from "../../../../server/settings/legal-texts.ts";
import { appContext, shopContext } from "../../../context.ts";
import { paths } from "../../../paths.ts";
import { pageMeta } from "../../page-meta.ts";
import { LegalPage } from "../legal-page.tsx";
import type { Route } from "./+types/route";
import { returnsPolicy } from "./returns-policy.ts";

export function loader({ context }: Route.LoaderArgs) {
  return getLegalText(context.get(appContext), context.get(shopContext), "returns", returnsPolicy);
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.title ?? "",
    description: loaderData?.description,
    path: paths.returns,
  });
}

export default function ReturnsPolicyPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />;
}
