import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { Accepted, ForgotPassword, Login, RefreshSession, ResetPassword, Session } from "../sessions.ts";

export const SESSION_ENDPOINTS = {
  login: {
    summary: "Open a session",
    description:
      "With an e-mail address or phone number and its password, or with a one-time token that staff created to assist this customer. A session sent in `Authorization` ends. An unknown user and a wrong password are answered alike; after several wrong ones the answer is 429.",
    tag: "Sessions",
    credentials: "optional",
    cache: "private",
    body: Login,
    response: Session,
    refusals: ["LOGIN_FAILED"],
  },
  refreshSession: {
    summary: "Exchange a token for a new one",
    description:
      "The old token still works for 10 seconds after the first use of the new one. A use of the old token after that ends the whole session. An invalid token is answered with 401.",
    tag: "Sessions",
    credentials: "none",
    cache: "private",
    body: RefreshSession,
    response: Session,
    refusals: ["NOT_SIGNED_IN"],
  },
  logout: {
    summary: "End the session",
    description: "The token is invalid immediately. The response is the same if there was no session.",
    tag: "Sessions",
    credentials: "optional",
    cache: "private",
    status: 204,
    response: z.null(),
  },
  forgotPassword: {
    summary: "Send a link to choose a new password",
    description:
      "If the user name is the e-mail address of a customer, a one-time link is sent there (valid for 45 minutes). The response is the same for every user name.",
    tag: "Sessions",
    credentials: "none",
    cache: "private",
    body: ForgotPassword,
    status: 202,
    response: Accepted,
  },
  resetPassword: {
    summary: "Choose a new password with the link of the e-mail",
    description: "Ends every session of the customer and opens a new one. The token works once.",
    tag: "Sessions",
    credentials: "optional",
    cache: "private",
    body: ResetPassword,
    response: Session,
    refusals: ["RESET_INVALID", "PASSWORD_SHORT", "PASSWORD_COMMON"],
  },
} as const satisfies Record<string, Endpoint>;
