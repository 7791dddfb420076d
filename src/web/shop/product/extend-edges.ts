/** How many colours are read along an edge. */
const SAMPLES = 9;
/** The picture is reduced to this many pixels from one free side to the other. The first and the last are read. */
const ACROSS = 100;
/** A background is light if no channel (0 to 255) is below this. */
const LIGHT = 200;

/**
 * Continues the background of a photograph into the free space on two of its sides: the colours along its edges, as the
 * background of an image element with `object-fit: contain`. A picture without a light background is left as it is.
 */
export function extendEdges(image: HTMLImageElement): void {
  const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context || naturalWidth === 0) return;
  const scale = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight);
  /** Whether the free sides are left and right. Otherwise they are above and below. */
  const isBeside = clientWidth > scale * naturalWidth + 1;
  canvas.width = isBeside ? ACROSS : SAMPLES;
  canvas.height = isBeside ? SAMPLES : ACROSS;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const length = scale * (isBeside ? naturalHeight : naturalWidth);
  const gradientAt = (position: number): string => {
    const { data } = isBeside
      ? context.getImageData(position, 0, 1, SAMPLES)
      : context.getImageData(0, position, SAMPLES, 1);
    if (Math.min(...data) < LIGHT) return "";
    const stops = Array.from({ length: SAMPLES }, (_, index) => {
      const [red, green, blue] = data.subarray(index * 4);
      return `rgb(${red} ${green} ${blue}) calc(50% + ${((index + 0.5) / SAMPLES - 0.5) * length}px)`;
    });
    return `linear-gradient(to ${isBeside ? "bottom" : "right"}, ${stops.join()})`;
  };
  const [first, last] = [gradientAt(0), gradientAt(ACROSS - 1)];
  if (!first || !last) return;
  const [start, end] = isBeside ? ["0 0/50% 100%", "100% 0/51% 100%"] : ["0 0/100% 50%", "0 100%/100% 51%"];
  image.style.setProperty("background", `${first} ${start} no-repeat, ${last} ${end} no-repeat`, "important");
}
