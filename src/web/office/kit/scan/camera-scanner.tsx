import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useCamera } from "../../../ui/camera/use-camera.ts";
import { unlockSound } from "../../../ui/scan-feedback.ts";
import { makeBarcodeReader } from "./make-barcode-reader.ts";

/**
 * Reads barcodes by camera. Until staff open it, the camera is off and the decoder (`read-picture-barcode.ts`) is not
 * loaded.
 */
export function CameraScanner({ onCode }: { onCode: (code: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Viewfinder onCode={onCode} onClose={() => setOpen(false)} />;
  return (
    <Button
      variant="secondary"
      onClick={() => {
        unlockSound();
        setOpen(true);
      }}
    >
      Leer con la cámara
    </Button>
  );
}

function Viewfinder({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { videoRef, isOn, isOpening, error, open } = useCamera(async (text) => onCode(text), makeBarcodeReader);
  return (
    <div className="max-w-md space-y-2">
      {isOn && (
        <video
          ref={videoRef}
          muted
          playsInline
          aria-label="Cámara: pon el código de barras frente a ella"
          className="aspect-video w-full rounded-box bg-ink object-cover"
        />
      )}
      {error && (
        <p role="alert" className="text-sm font-semibold text-error">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!isOn && (
          <Button variant="secondary" busy={isOpening} onClick={() => void open()}>
            {error ? "Intentar de nuevo" : "Encender la cámara"}
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Cerrar la cámara
        </Button>
      </div>
    </div>
  );
}
