/** How many colours are read along each of the two edges that touch the free space. */
const SAMPLE_COUNT = 9;
/** The picture is reduced to this many pixels between the two free spaces. The first and the last ones are read. */
const PIXELS_ACROSS = 100;
/** A background is light if no channel (0 to 255) is below this. */
const MIN_LIGHT_CHANNEL = 200;

/**
 * Continues the background of a photograph into the free space on two sides of it, in an image element with
 * `object-fit: contain`. The background of the element gets gradients of the colours along the photograph's edges. A
 * picture without a light background is left as it is.
 */
export function extendEdges(image: HTMLImageElement): void {
  const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context || naturalWidth === 0) return;
  const scale = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight);
  /** Whether the free space is to the left and right of the picture. Otherwise it is above and below. */
  const isFreeSpaceBeside = clientWidth > scale * naturalWidth + 1;
  canvas.width = isFreeSpaceBeside ? PIXELS_ACROSS : SAMPLE_COUNT;
  canvas.height = isFreeSpaceBeside ? SAMPLE_COUNT : PIXELS_ACROSS;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const edgeLengthPx = scale * (isFreeSpaceBeside ? naturalHeight : naturalWidth);
  const gradientAt = (position: number): string => {
    const { data } = isFreeSpaceBeside
      ? context.getImageData(position, 0, 1, SAMPLE_COUNT)
      : context.getImageData(0, position, SAMPLE_COUNT, 1);
    if (Math.min(...data) < MIN_LIGHT_CHANNEL) return "";
    const stops = Array.from({ length: SAMPLE_COUNT }, (_, index) => {
      const [red, green, blue] = data.subarray(index * 4);
      return `rgb(${red} ${green} ${blue}) calc(50% + ${((index + 0.5) / SAMPLE_COUNT - 0.5) * edgeLengthPx}px)`;
    });
    return `linear-gradient(to ${isFreeSpaceBeside ? "bottom" : "right"}, ${stops.join()})`;
  };
  const [firstGradient, lastGradient] = [gradientAt(0), gradientAt(PIXELS_ACROSS - 1)];
  if (!firstGradient || !lastGradient) return;
  const [firstPosition, lastPosition] = isFreeSpaceBeside
    ? ["0 0/50% 100%", "100% 0/51% 100%"]
    : ["0 0/100% 50%", "0 100%/100% 51%"];
  image.style.setProperty(
    "background",
    `${firstGradient} ${firstPosition} no-repeat, ${lastGradient} ${lastPosition} no-repeat`,
    "important",
  );
}
