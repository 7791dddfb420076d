/** A product's picture beside its name. The name describes it, so the alternative text is empty. */
export function Thumb({ picture }: { picture: { key: string; webp: number[] } | null }) {
  const width = picture?.webp[0];
  return (
    <span className="block size-14 shrink-0 overflow-hidden rounded-box bg-sand">
      {width && (
        <img
          src={`/pictures/${picture.key}.${width}.webp`}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
