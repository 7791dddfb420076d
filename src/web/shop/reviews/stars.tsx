/** Stars from 1 to 5, with a text for screen readers. */
export function Stars({ rate }: { rate: number }) {
  return (
    <span role="img" aria-label={`${rate} de 5 estrellas`} className="flex gap-0.5 text-warning">
      {[1, 2, 3, 4, 5].map((n) => (
        <Star key={n} filled={n <= rate} />
      ))}
    </span>
  );
}

export function Star({ filled, className = "size-5" }: { filled: boolean; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={className}
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      <path d="m12 3 2.700 5.700 6.300.800-4.600 4.300 1.200 6.200-5.600-3.100L6.400 20l1.200-6.200L3 9.500l6.300-.800L12 3Z" />
    </svg>
  );
}
