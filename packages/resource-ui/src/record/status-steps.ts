interface States {
  /** States of the normal course; the others end it (refused, cancelled). */
  readonly path: readonly string[];
}
export interface StatusStep {
  readonly state: string;
  readonly progress: 'done' | 'now' | 'ended' | undefined;
}

/**
 * The states of a record: those that it has been in, its own, and those that the normal course still has. A state that
 * it skipped is left out; one that ended the course comes last, with nothing after it. `visited` are the states that it
 * has been in, oldest first; without them, those before its own are taken as done.
 */
export function statusSteps(
  { path }: States,
  current: string,
  visited: readonly string[] = path,
): StatusStep[] {
  const done = (state: string) => ({ state, progress: 'done' as const });
  const been = new Set(visited);
  const place = path.indexOf(current);
  if (place < 0) {
    const isKnown = visited !== path;
    return [
      ...path.flatMap((state): StatusStep[] =>
        isKnown ? (been.has(state) ? [done(state)] : []) : [{ state, progress: undefined }],
      ),
      { state: current, progress: 'ended' },
    ];
  }
  return [
    ...path
      .slice(0, place)
      .filter((state) => been.has(state))
      .map(done),
    { state: current, progress: 'now' },
    ...path.slice(place + 1).map((state) => ({ state, progress: undefined })),
  ];
}

/** The state of the record with the one before and the one after it, for a narrow panel. */
export function nearSteps(steps: readonly StatusStep[]): readonly StatusStep[] {
  const now = steps.findIndex(({ progress }) => progress === 'now' || progress === 'ended');
  return now < 0 ? steps.slice(0, 3) : steps.slice(Math.max(0, now - 1), now + 2);
}
