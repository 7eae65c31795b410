export type WaitingTime = { key: 'soon' } | { key: 'minutes'; count: number } | { key: 'long' };

/** An expected wait in words: rounded up, so that nobody waits longer than announced by a minute of rounding. */
export function waitingTime(seconds: number): WaitingTime {
  if (seconds < 60) return { key: 'soon' };
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 60) return { key: 'long' };
  // Above ten minutes an estimate has no single minutes.
  return { key: 'minutes', count: minutes > 10 ? Math.ceil(minutes / 5) * 5 : minutes };
}
