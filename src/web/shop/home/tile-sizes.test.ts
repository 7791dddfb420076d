import { expect, test } from "vitest";
import { tileSizeClasses } from "./tile-sizes.server.ts";

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])("with %i tiles every row is full", (count) => {
  const classes = Array.from({ length: count }, (_, index) => tileSizeClasses(index, count));
  const columns = classes.map((tileClasses) => Number(/(?<!max-)md:col-span-(\d+)/.exec(tileClasses)![1]));
  let usedColumns = 0;
  for (const width of columns) {
    usedColumns += width;
    expect(usedColumns).toBeLessThanOrEqual(12);
    if (usedColumns === 12) usedColumns = 0;
  }
  expect(usedColumns).toBe(0);
  const phoneColumns = classes.map((tileClasses) => (tileClasses.includes("max-md:col-span-2") ? 2 : 1));
  expect(phoneColumns.reduce((sum, width) => sum + width, 0) % 2).toBe(0);
});
