import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { PathIcon } from "../../ui/icon.tsx";
import { CHECK_IN_ICONS } from "./icons.ts";
import { useCamera } from "../../ui/camera/use-camera.ts";
import { makeQrReader } from "./make-qr-reader.ts";
import { unlockSound } from "../../ui/scan-feedback.ts";
import { useWakeLock } from "./use-wake-lock.ts";

/** The camera's picture, with the buttons for camera and torch. The result is shown over it. */
export function Viewfinder({ onRead, children }: { onRead: (text: string) => Promise<unknown>; children: ReactNode }) {
  const {
    videoRef,
    isOn,
    isOpening,
    error,
    light: torchState,
    open,
    turnOff,
    toggleLight: toggleTorch,
  } = useCamera(onRead, makeQrReader);
  useWakeLock();
  const turnOn = (): void => {
    unlockSound();
    void open();
  };
  return (
    <div className="relative aspect-4/5 max-h-[62dvh] min-h-96 w-full overflow-hidden rounded-lg bg-ink text-paper sm:aspect-square">
      {isOn ? (
        <>
          <video
            ref={videoRef}
            muted
            playsInline
            aria-label="Cámara: pon el código del boleto frente a ella"
            className="size-full object-cover"
          />
          <span aria-hidden className="pointer-events-none absolute inset-[12%] rounded-lg border-4 border-paper/80" />
          <div className="absolute inset-x-3 bottom-3 flex justify-between gap-3">
            {torchState === "none" ? (
              <span />
            ) : (
              <RoundButton
                icon="light"
                label={torchState === "on" ? "Apagar la luz" : "Encender la luz"}
                onClick={() => void toggleTorch()}
              />
            )}
            <RoundButton icon="pause" label="Apagar la cámara" onClick={turnOff} />
          </div>
        </>
      ) : (
        <div className="grid size-full place-content-center justify-items-center gap-4 p-6 text-center">
          <PathIcon path={CHECK_IN_ICONS.camera} className="size-14" />
          {error && (
            <p role="alert" className="max-w-sm">
              {error}
            </p>
          )}
          <Button variant="secondary" busy={isOpening} onClick={turnOn}>
            {error ? "Intentar de nuevo" : "Usar la cámara"}
          </Button>
        </div>
      )}
      {children}
    </div>
  );
}

function RoundButton({ icon, label, onClick }: { icon: "light" | "pause"; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-12 place-items-center rounded-full bg-black/60"
    >
      <PathIcon path={CHECK_IN_ICONS[icon]} className="size-6" />
    </button>
  );
}
