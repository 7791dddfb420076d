/** The change from the previous period, as words: colour must not be the only sign. */
export function PercentChange({ now, before }: { now: number; before: number }) {
  if (before === 0) return now === 0 ? "igual que antes" : "antes no hubo";
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return "igual que antes";
  const isMore = percent > 0;
  return (
    <span className={isMore ? "text-success" : "text-error"}>
      {isMore ? "▲" : "▼"} {Math.abs(percent)} % {isMore ? "más" : "menos"} que antes
    </span>
  );
}
