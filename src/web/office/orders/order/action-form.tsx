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
  act: OrderActionName;
}

/** A form for one act; it carries where the order stood when it was shown. What was refused stands on top of the page. */
export function ActionForm({ order, act, children, ...form }: ActProps) {
  return (
    <PostForm {...form}>
      <input type="hidden" name="do" value={act} />
      <input type="hidden" name="status" value={order.status} />
      <input type="hidden" name="newest" value={order.newestChange} />
      {children}
    </PostForm>
  );
}

/** What was typed into this act's form before it was refused. */
export function typedIn(said: Said, act: OrderActionName, name: string): string | undefined {
  return said?.at === act ? said.typed[name] : undefined;
}
