import { expect, test } from "vitest";
import { tileSize } from "./tile-sizes.server.ts";

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])("every row of %i tiles is full", (count) => {
  const sizes = Array.from({ length: count }, (_, index) => tileSize(index, count));
  const columns = sizes.map((size) => Number(/(?<!max-)md:col-span-(\d+)/.exec(size)![1]));
  let row = 0;
  for (const width of columns) {
    row += width;
    expect(row).toBeLessThanOrEqual(12);
    if (row === 12) row = 0;
  }
  expect(row).toBe(0);
  const onPhones = sizes.map((size) => (size.includes("max-md:col-span-2") ? 2 : 1));
  expect(onPhones.reduce((sum, width) => sum + width, 0) % 2).toBe(0);
});
