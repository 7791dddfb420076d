import { useCallback, useEffect, useRef, useState } from "react";
import type { ReadCode } from "./native-detector.ts";
import { cameraError, hasTorch, openCamera, setTorch } from "./open-camera.ts";

const FRAME_EVERY_MS = 120;
/** A code that stays in view is one scan. Out of view for this long, it is scanned again. */
const GONE_AFTER_MS = 2_500;

/**
 * The viewfinder: on while the page is visible. It reports only codes that newly come into view. `makeReader` does not
 * change: its code is loaded with the first picture.
 */
export function useCamera(onRead: (text: string) => Promise<unknown>, makeReader: () => Promise<ReadCode>) {
  const videoRef = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [light, setLight] = useState<"none" | "off" | "on">("none");
  const isWanted = useRef(false);
  const read = useRef(onRead);
  useEffect(() => void (read.current = onRead), [onRead]);

  const open = useCallback(async () => {
    isWanted.current = true;
    setOpening(true);
    try {
      const opened = await openCamera();
      setStream(opened);
      setError(null);
      setLight(hasTorch(opened) ? "off" : "none");
    } catch (error) {
      setError(cameraError(error));
    } finally {
      setOpening(false);
    }
  }, []);

  const close = useCallback(() => setStream(null), []);

  // Permission was granted before: the camera starts without asking.
  useEffect(() => {
    void navigator.permissions
      ?.query({ name: "camera" as PermissionName })
      .then(({ state }) => (state === "granted" ? open() : undefined))
      .catch(() => {});
  }, [open]);

  // The camera is off while the page is hidden.
  useEffect(() => {
    const follow = (): void => void (document.hidden ? close() : isWanted.current && open());
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [close, open]);

  useEffect(() => {
    const video = videoRef.current;
    if (!stream || !video) return;
    video.srcObject = stream;
    void video.play().catch(() => {});
    const stop = watch(video, makeReader, (text) => read.current(text));
    return () => {
      stop();
      for (const track of stream.getTracks()) track.stop();
    };
  }, [stream, makeReader]);

  const toggleLight = async (): Promise<void> => {
    if (!stream) return;
    await setTorch(stream, light === "off").catch(() => {});
    setLight(light === "off" ? "on" : "off");
  };

  const turnOff = (): void => {
    isWanted.current = false;
    close();
  };
  return { videoRef, isOn: stream !== null, isOpening, error, light, open, turnOff, toggleLight };
}

function watch(
  video: HTMLVideoElement,
  makeReader: () => Promise<ReadCode>,
  onRead: (text: string) => Promise<unknown>,
): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  let last = { text: "", at: 0 };
  const readFrame = async (readCode: ReadCode): Promise<void> => {
    const text = video.readyState >= 2 ? await readCode(video).catch(() => null) : null;
    if (isStopped) return;
    const now = performance.now();
    const isNew = text !== null && (text !== last.text || now - last.at > GONE_AFTER_MS);
    if (isNew) await onRead(text);
    if (text !== null) last = { text, at: performance.now() };
    if (!isStopped) timer = setTimeout(() => void readFrame(readCode), FRAME_EVERY_MS);
  };
  void makeReader().then(readFrame);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
