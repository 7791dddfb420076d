import { useCallback, useEffect, useRef, useState } from "react";
import type { ReadCode } from "./code-reader.ts";
import { cameraErrorText, hasTorch, openCamera, setTorch } from "./open-camera.ts";

const FRAME_EVERY_MS = 120;
/** A code that stays in view is one scan. After this time out of view, it counts as a new scan. */
const NEW_SCAN_AFTER_MS = 2_500;

/**
 * The state of a viewfinder. `onRead` is called once for a code, as long as the code stays in view. `makeReader` is
 * called when the camera starts, and must be the same function in every render.
 */
export function useCamera(onRead: (text: string) => Promise<unknown>, makeReader: () => Promise<ReadCode>) {
  const videoRef = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [torchState, setTorchState] = useState<"none" | "off" | "on">("none");
  const isWanted = useRef(false);
  /** Counts the calls of `open` and `close`, and of the unmount. A camera that opens after a later call is stopped. */
  const callCount = useRef(0);
  const latestOnRead = useRef(onRead);
  useEffect(() => void (latestOnRead.current = onRead), [onRead]);

  const open = useCallback(async () => {
    isWanted.current = true;
    const thisCallNumber = ++callCount.current;
    setOpening(true);
    try {
      const newStream = await openCamera();
      if (thisCallNumber !== callCount.current) {
        for (const track of newStream.getTracks()) track.stop();
        return;
      }
      setStream(newStream);
      setError(null);
      setTorchState(hasTorch(newStream) ? "off" : "none");
    } catch (error) {
      if (thisCallNumber === callCount.current) setError(cameraErrorText(error));
    } finally {
      if (thisCallNumber === callCount.current) setOpening(false);
    }
  }, []);

  const close = useCallback(() => {
    callCount.current++;
    setStream(null);
    setOpening(false);
  }, []);
  // A camera that opens after the viewfinder is unmounted is stopped, too.
  useEffect(() => () => void callCount.current++, []);

  // With permission from an earlier visit, the camera starts automatically.
  useEffect(() => {
    void navigator.permissions
      ?.query({ name: "camera" as PermissionName })
      .then(({ state }) => (state === "granted" ? open() : undefined))
      .catch(() => {});
  }, [open]);

  // The camera is off while the page is hidden.
  useEffect(() => {
    const onVisibilityChange = (): void => void (document.hidden ? close() : isWanted.current && open());
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  }, [close, open]);

  useEffect(() => {
    const video = videoRef.current;
    if (!stream || !video) return;
    video.srcObject = stream;
    void video.play().catch(() => {});
    const stop = watchForCodes(video, makeReader, (text) => latestOnRead.current(text));
    return () => {
      stop();
      for (const track of stream.getTracks()) track.stop();
    };
  }, [stream, makeReader]);

  const toggleTorch = async (): Promise<void> => {
    if (!stream) return;
    await setTorch(stream, torchState === "off").catch(() => {});
    setTorchState(torchState === "off" ? "on" : "off");
  };

  const turnOff = (): void => {
    isWanted.current = false;
    close();
  };
  return {
    videoRef,
    isOn: stream !== null,
    isOpening,
    error,
    light: torchState,
    open,
    turnOff,
    toggleLight: toggleTorch,
  };
}

function watchForCodes(
  video: HTMLVideoElement,
  makeReader: () => Promise<ReadCode>,
  onRead: (text: string) => Promise<unknown>,
): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  let lastScan = { text: "", at: 0 };
  const readFrame = async (readCode: ReadCode): Promise<void> => {
    const text = video.readyState >= 2 ? await readCode(video).catch(() => null) : null;
    if (isStopped) return;
    const now = performance.now();
    const isNew = text !== null && (text !== lastScan.text || now - lastScan.at > NEW_SCAN_AFTER_MS);
    if (isNew) await onRead(text);
    if (text !== null) lastScan = { text, at: performance.now() };
    if (!isStopped) timer = setTimeout(() => void readFrame(readCode), FRAME_EVERY_MS);
  };
  void makeReader().then(readFrame);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
