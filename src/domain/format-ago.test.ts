import { expect, test } from "vitest";
import { formatAgo } from "./format-ago.ts";

/** Mexico City is UTC−6. */
const NOW = new Date("2026-11-25T09:00:00-06:00");

test.each([
  ["2026-11-25T08:59:30-06:00", "hace un momento"],
  ["2026-11-25T08:01:00-06:00", "hace 59 minutos"],
  ["2026-11-24T10:00:00-06:00", "hace 23 horas"],
  ["2026-11-24T09:00:00-06:00", "ayer"],
  ["2026-11-23T23:00:00-06:00", "anteayer"],
  ["2026-11-20T12:00:00-06:00", "hace 5 días"],
  ["2026-11-12T09:00:00-06:00", "hace 1 semana"],
  ["2026-09-25T09:00:00-06:00", "hace 2 meses"],
  ["2025-01-01T09:00:00-06:00", "hace 1 año"],
])("%s was %s", (instant, text) => expect(formatAgo(new Date(instant), NOW)).toBe(text));
