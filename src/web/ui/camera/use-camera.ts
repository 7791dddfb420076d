import { useCallback, useEffect, useRef, useState } from "react";
import type { ReadCode } from "./code-reader.ts";
import { cameraErrorText, hasTorch, openCamera, setTorch } from "./open-camera.ts";

const FRAME_EVERY_MS = 120;
/** A code that stays in view is one scan. After this time out of view, it counts as a new scan. */
const NEW_SCAN_AFTER_MS = 2_500;

/**
 * The state of a viewfinder. It reports a code once while the code stays in view. `makeReader` must be stable. It is
 * called when the camera starts.
 */
export function useCamera(onRead: (text: string) => Promise<unknown>, makeReader: () => Promise<ReadCode>) {
  const videoRef = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [light, setLight] = useState<"none" | "off" | "on">("none");
  const isWanted = useRef(false);
  /** Counts the calls of `open` and `close`. A camera that opens after a later call is stopped. */
  const callNumber = useRef(0);
  const latestOnRead = useRef(onRead);
  useEffect(() => void (latestOnRead.current = onRead), [onRead]);

  const open = useCallback(async () => {
    isWanted.current = true;
    const thisCallNumber = ++callNumber.current;
    setOpening(true);
    try {
      const newStream = await openCamera();
      if (thisCallNumber !== callNumber.current) {
        for (const track of newStream.getTracks()) track.stop();
        return;
      }
      setStream(newStream);
      setError(null);
      setLight(hasTorch(newStream) ? "off" : "none");
    } catch (error) {
      if (thisCallNumber === callNumber.current) setError(cameraErrorText(error));
    } finally {
      if (thisCallNumber === callNumber.current) setOpening(false);
    }
  }, []);

  const close = useCallback(() => {
    callNumber.current++;
    setStream(null);
    setOpening(false);
  }, []);
  // A camera that opens after the viewfinder is unmounted is stopped, too.
  useEffect(() => () => void callNumber.current++, []);

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
