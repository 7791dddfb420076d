/** Round steps, at least 20 from end to end where prices allow it. The ends include all prices. */
export function sliderScale(range: { min: number; max: number }): { step: number; min: number; max: number } {
  const step = [500, 100, 50, 10].find((one) => range.max - range.min >= one * 20) ?? 1;
  return { step, min: Math.floor(range.min / step) * step, max: Math.ceil(range.max / step) * step };
}
