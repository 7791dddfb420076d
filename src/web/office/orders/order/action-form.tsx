import type { ComponentProps } from "react";
import type { OrderActionName } from "../../../../domain/order-actions.ts";
import { PostForm } from "../../kit/post-form.tsx";
import type { action, loader } from "./route.tsx";

export type Seen = Awaited<ReturnType<typeof loader>>;
export type View = Seen["order"];
/** What the server said to a form of this page. */
export type Said = Exclude<Awaited<ReturnType<typeof action>>, Response> | undefined;

interface ActProps extends Omit<ComponentProps<typeof PostForm>, "failure"> {
  order: View;
  intent: OrderActionName;
}

/** A form for one act; it carries where the order stood when it was shown. What was refused stands on top of the page. */
export function ActionForm({ order, intent, children, ...form }: ActProps) {
  return (
    <PostForm {...form}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="status" value={order.status} />
      <input type="hidden" name="newest" value={order.newestChange} />
      {children}
    </PostForm>
  );
}

/** What was typed into this act's form before it was refused. */
export function typedIn(said: Said, intent: OrderActionName, name: string): string | undefined {
  return said?.at === intent ? said.typed[name] : undefined;
}
