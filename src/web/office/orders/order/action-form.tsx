import type { ComponentProps } from "react";
import type { OrderActionName } from "../../../../domain/order-actions.ts";
import { PostForm } from "../../kit/post-form.tsx";
import type { action, loader } from "./route.tsx";

export type OrderPageData = Awaited<ReturnType<typeof loader>>;
export type OrderView = OrderPageData["order"];
/** What the route's action returned. Undefined before a form of the page was submitted. */
export type ActionData = Exclude<Awaited<ReturnType<typeof action>>, Response> | undefined;

interface ActionFormProps extends Omit<ComponentProps<typeof PostForm>, "failure"> {
  order: OrderView;
  intent: OrderActionName;
}

/**
 * A form for one action of the order. It sends the status, and the id of the newest change, that the page showed. If
 * the action is refused, the page shows why at the top.
 */
export function ActionForm({ order, intent, children, ...formProps }: ActionFormProps) {
  return (
    <PostForm {...formProps}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="status" value={order.status} />
      <input type="hidden" name="newest" value={order.newestChangeId} />
      {children}
    </PostForm>
  );
}

/** The value typed into this form before it was refused. */
export function findTypedValue(actionData: ActionData, intent: OrderActionName, name: string): string | undefined {
  return actionData?.intent === intent ? actionData.typedValues[name] : undefined;
}
