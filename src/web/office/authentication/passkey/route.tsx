import { data, redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { startPasskeySignIn, signInByPasskey } from "../../../../server/staff/passkeys.ts";
import { customerOrigin } from "../../../../server/shops/customer-origin.ts";
import { appContext, shopContext } from "../../../context.ts";
import { deviceOf, readForm, sessionCookieHeaders, officeSessionOf } from "../../guard.ts";
import { returnPathOf, officePaths } from "../../paths.ts";
import { parseAuthenticatorResponse } from "../../account/passkeys/parse-authenticator-response.ts";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

/** There is no page at this path: the button is on the pages of sign-in and of the second factor. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(officePaths.signIn(returnPathOf(request)));
}

/** The intent `start` returns the challenge to sign. `response` is the signed challenge, which opens a session. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const shop = context.get(shopContext);
  const form = await readForm(request);
  const relyingParty = { origin: customerOrigin(app, shop, request), name: shop.name };
  const pendingToken = officeSessionOf(context).token;
  if (form.text("intent") === "start")
    return { options: JSON.stringify(await startPasskeySignIn(app, pendingToken, relyingParty)) };
  const response = parseAuthenticatorResponse<Parameters<typeof signInByPasskey>[1]>(form.text("response", 20_000));
  if (!response) throw data(null, { status: 400 });
  const session = await signInByPasskey(app, response, {
    relyingParty,
    device: deviceOf(context, request),
    pendingToken,
  });
  if (isRefusal(session)) return { failure: sentenceOf(session) };
  return redirect(returnPathOf(request) ?? officePaths.home, { headers: sessionCookieHeaders(context, session.token) });
}
