interface States {
  readonly states: readonly string[];
  readonly tones: Readonly<Record<string, string>>;
}
export interface StatusStep {
  readonly state: string;
  readonly progress: 'done' | 'now' | 'ended' | undefined;
}

/**
 * The states that a record passes, with its own. A bad final state (refused, cancelled) is shown only when the record is
 * in it, and last; the states before it are then not marked as done, because the last one reached is unknown here.
 */
export function statusSteps({ states, tones }: States, current: string): StatusStep[] {
  const path = states.filter((state) => tones[state] !== 'bad');
  if (tones[current] === 'bad')
    return [
      ...path.map((state) => ({ state, progress: undefined })),
      { state: current, progress: 'ended' as const },
    ];
  const now = path.indexOf(current);
  return path.map((state, index) => ({
    state,
    progress: index === now ? ('now' as const) : index < now ? ('done' as const) : undefined,
  }));
}
