/** The scale of the price slider, in pesos: round steps, at least 20 if possible, and ends that include all prices. */
export function sliderScale(range: { min: number; max: number }): { step: number; min: number; max: number } {
  const step = [500, 100, 50, 10].find((candidate) => range.max - range.min >= candidate * 20) ?? 1;
  return { step, min: Math.floor(range.min / step) * step, max: Math.ceil(range.max / step) * step };
}
