/** The states of a drawing, for undo and redo. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** Successive changes with the same name are one step: the letters of a word, the steps of an arrow key. */
  last?: string;
}

/** Older states are forgotten. */
const MAX_STEPS = 200;

export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [] });

export function change<T>(history: History<T>, next: T, name?: string): History<T> {
  if (next === history.present) return history;
  const joins = name !== undefined && name === history.last;
  const past = joins ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], ...(name !== undefined && { last: name }) };
}

export function undo<T>({ past, present, future }: History<T>): History<T> {
  const before = past[past.length - 1];
  return before === undefined
    ? { past, present, future }
    : { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  const [after, ...rest] = future;
  return after === undefined
    ? { past, present, future }
    : { past: [...past, present], present: after, future: rest };
}
