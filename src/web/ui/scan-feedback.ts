let audioContext: AudioContext | undefined;

/** Enables sound. Browsers allow it only in the handler of a key or press, so it is called there. */
export function unlockSound(): void {
  audioContext ??= "AudioContext" in globalThis ? new AudioContext() : undefined;
  void audioContext?.resume().catch(() => {});
}

/** Vibration and sound of a scan: one short high tone when it is good, three low ones when it is not. */
export function giveScanFeedback(isGood: boolean): void {
  navigator.vibrate?.(isGood ? 80 : [160, 80, 160, 80, 160]);
  if (audioContext?.state !== "running") return;
  if (isGood) beep(audioContext, { hertz: 1_320, afterSeconds: 0, seconds: 0.14 });
  else for (const afterSeconds of [0, 0.2, 0.4]) beep(audioContext, { hertz: 196, afterSeconds, seconds: 0.15 });
}

interface Beep {
  hertz: number;
  afterSeconds: number;
  seconds: number;
}

function beep(context: AudioContext, { hertz, afterSeconds, seconds }: Beep): void {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + afterSeconds;
  tone.frequency.value = hertz;
  tone.type = hertz > 500 ? "sine" : "square";
  volume.gain.setValueAtTime(0.25, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
}
