/** Message for a camera that cannot be opened. */
export function cameraErrorText(error: unknown): string {
  const { name } = error as Partial<DOMException>;
  if (name === "NotAllowedError") {
    return "El teléfono no dio permiso de usar la cámara. Dáselo en los ajustes del navegador, o escribe los códigos.";
  }
  if (name === "NotFoundError" || name === "OverconstrainedError") {
    return "Este dispositivo no tiene cámara. Escribe los códigos o usa un lector.";
  }
  if (name === "NotReadableError") return "Otra aplicación está usando la cámara. Ciérrala e intenta de nuevo.";
  return "No se pudo encender la cámara. Intenta de nuevo, o escribe los códigos.";
}

/** Opens a camera: the rear one if there is one. */
export function openCamera(): Promise<MediaStream> {
  // The camera API does not exist without https.
  if (!navigator.mediaDevices) return Promise.reject(new Error("no camera"));
  const video = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

/** Whether this camera has a torch. Not every browser reports it. */
export function hasTorch(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0];
  return Boolean((track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch);
}

export async function setTorch(stream: MediaStream, isOn: boolean): Promise<void> {
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
}
