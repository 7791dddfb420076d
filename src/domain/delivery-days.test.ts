import { expect, test } from "vitest";
import { deliveryDaysText, readDeliveryDays } from "./delivery-days.ts";

test.each([
  ["Llega en 3 a 5 días hábiles", "de 3 a 5 días hábiles"],
  ["Entrega de 2 - 4 dias habiles, con seguro", "de 2 a 4 días hábiles"],
  ["Llega en 5 a 7 días hábiles. Con 5 piezas incluidas, $12.50 por cada una más", "de 5 a 7 días hábiles"],
  ["En 2 a 3 días", "de 2 a 3 días"],
  ["Llega en 4 días hábiles", "en 4 días hábiles"],
  ["Llega en 1 día hábil", "al día hábil siguiente"],
])("“%s” is shown as “%s”", (description, text) => {
  expect(deliveryDaysText(readDeliveryDays(description)!)).toBe(text);
});

test.each([
  "",
  "Llega mañana",
  "De 24 a 48 horas",
  "Llega en 5 a 3 días hábiles",
  "Hasta 10 piezas",
  "Tienes 30 días para cambios",
])("“%s” states no days", (description) => {
  expect(readDeliveryDays(description)).toBeNull();
});
