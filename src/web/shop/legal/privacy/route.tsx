import { getLegalText } from "../../../../server/settings/legal-texts.ts";
import { appContext, shopContext } from "../../../context.ts";
import { paths } from "../../../paths.ts";
import { pageMeta } from "../../page-meta.ts";
import { LegalPage } from "../legal-page.tsx";
import type { Route } from "./+types/route";
import { privacyNotice } from "./privacy-notice.ts";

export function loader({ context }: Route.LoaderArgs) {
  return getLegalText(context.get(appContext), context.get(shopContext), "privacy", privacyNotice);
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.title ?? "",
    description: loaderData?.description,
    path: paths.privacy,
  });
}

export default function PrivacyNoticePage({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />;
}
