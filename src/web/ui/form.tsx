import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";
import { Notice } from "./notice.tsx";
import type { FormState } from "./use-form.ts";

/**
 * A form with our own error messages instead of the browser's. Its general error is at the top, under the title
 * `failureTitle` if there is one. While a request is pending, submitting does nothing.
 */
export function Form({
  form,
  failureTitle,
  onSubmit,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"form">, "onSubmit"> & {
  form: Pick<FormState<object>, "ref" | "generalError" | "busy">;
  failureTitle?: string;
  onSubmit: () => Promise<void>;
}) {
  const { generalError } = form;
  return (
    <form
      {...rest}
      ref={form.ref}
      noValidate
      className={cx("space-y-5", className)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy) void onSubmit();
      }}
    >
      {generalError && (
        <Notice tone="error" alert title={failureTitle ?? generalError}>
          {failureTitle && generalError}
        </Notice>
      )}
      {children}
    </form>
  );
}
