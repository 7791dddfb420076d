import { useState } from "react";

/** The time when a component was mounted. Only for components that the server does not render. */
export function useNow(): Date {
  return useState(() => new Date())[0];
}
