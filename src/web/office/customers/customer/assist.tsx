import { buttonClasses } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { formatDateTime } from "../../../../domain/dates.ts";
import { PostForm } from "../../kit/post-form.tsx";
import { officePaths } from "../../paths.ts";

/**
 * The form that issues a single-use token, and once it is issued the link with which staff open the shop as this
 * customer. The token is in the link's fragment, which no server receives.
 */
export function AssistForm({
  issuedToken,
  failure,
}: {
  issuedToken?: { username: string; token: string; expiresAt: Date };
  failure?: string;
}) {
  if (issuedToken) {
    const fragment = new URLSearchParams({ usuario: issuedToken.username, token: issuedToken.token });
    return (
      <Notice tone="info" alert title="Todo lo que hagas queda en la bitácora con tu nombre">
        <p className="pb-2">El enlace sirve una vez, hasta el {formatDateTime(issuedToken.expiresAt)}.</p>
        <a
          href={`${officePaths.assistedLogin}#${fragment}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses("primary")}
        >
          Abrir la tienda en su nombre
        </a>
      </Notice>
    );
  }
  return (
    <PostForm failure={failure} submitLabel="Entrar como este cliente" variant="secondary">
      <input type="hidden" name="intent" value="assist" />
    </PostForm>
  );
}
