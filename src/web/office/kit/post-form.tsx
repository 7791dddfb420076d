import type { ReactNode } from "react";
import { Form, useNavigation, type FormProps } from "react-router";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";

/** A form that the server checks. It works without JavaScript. The failure is shown at the top. */
export function PostForm({
  failure,
  submitLabel,
  variant,
  className,
  children,
  ...form
}: Omit<FormProps, "method"> & {
  failure?: string;
  submitLabel: string;
  variant?: "primary" | "secondary" | "danger";
  children?: ReactNode;
}) {
  const busy = useNavigation().state === "submitting";
  return (
    <Form {...form} method="post" className={cx("space-y-5", className)}>
      {failure && <Notice tone="error" alert title={failure} />}
      {children}
      <Button type="submit" variant={variant} busy={busy}>
        {submitLabel}
      </Button>
    </Form>
  );
}
