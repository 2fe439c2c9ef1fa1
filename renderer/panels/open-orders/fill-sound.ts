let audio: AudioContext | null = null;
let last = 0;

const QUIET_MS = 250;

/** A short sign that something was filled; many fills at once sound once. */
export function playFill(): void {
  const now = performance.now();
  if (now - last < QUIET_MS) return;
  last = now;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.setValueAtTime(880, start);
  tone.frequency.setValueAtTime(1175, start + 0.07);
  volume.gain.setValueAtTime(0.06, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.18);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.2);
}
