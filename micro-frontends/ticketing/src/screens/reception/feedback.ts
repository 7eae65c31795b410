import type { Answer } from './door-types';

interface Tone {
  hertz: number;
  from: number;
  seconds: number;
}
const TONES: Record<Answer['outcome'], readonly Tone[]> = {
  GREEN: [
    { hertz: 880, from: 0, seconds: 0.09 },
    { hertz: 1320, from: 0.1, seconds: 0.14 },
  ],
  AMBER: [
    { hertz: 520, from: 0, seconds: 0.14 },
    { hertz: 520, from: 0.22, seconds: 0.14 },
  ],
  RED: [{ hertz: 170, from: 0, seconds: 0.55 }],
};
const VIBRATIONS: Record<Answer['outcome'], number[]> = { GREEN: [60], AMBER: [90, 70, 90], RED: [350] };

let audio: AudioContext | undefined;

/** The answer for the ear and the hand: who scans looks at the visitor. */
export function giveFeedback(outcome: Answer['outcome']): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!isCalm && 'vibrate' in navigator) navigator.vibrate(VIBRATIONS[outcome]);
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => undefined);
  for (const { hertz, from, seconds } of TONES[outcome]) {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = 0.18;
    oscillator.frequency.value = hertz;
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(audio.currentTime + from);
    oscillator.stop(audio.currentTime + from + seconds);
  }
}
