let audio: AudioContext | null = null;

/** One beep: its frequencies in Hz from its beginning on, how loud it is from 0 to 1, and its seconds. */
export interface Beep {
  readonly hertz: readonly number[];
  readonly volume: number;
  readonly seconds: number;
}

/** Plays beeps one after the other, as far as browser and machine can sound; what called it goes on in any case. */
export function play(beeps: readonly Beep[]): void {
  try {
    sound(beeps);
  } catch {
    // Without a sound device there is none; the screen says the same.
  }
}

function sound(beeps: readonly Beep[]): void {
  audio ??= new AudioContext();
  let start = audio.currentTime;
  for (const { hertz, volume, seconds } of beeps) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    hertz.forEach((frequency, index) =>
      tone.frequency.setValueAtTime(frequency, start + (index * seconds) / (hertz.length + 1)),
    );
    gain.gain.setValueAtTime(volume, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
    start += seconds;
  }
}
