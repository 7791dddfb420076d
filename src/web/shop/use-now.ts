import { useState } from "react";

/** The time at which a component was first shown. Only for what the browser alone renders. */
export function useNow(): Date {
  return useState(() => new Date())[0];
}
