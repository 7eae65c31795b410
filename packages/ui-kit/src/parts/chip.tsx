import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'info' | 'warn' | 'good' | 'bad' | 'main';

export const Chip = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="c-chip" data-tone={tone}>
    {children}
  </span>
);

/** A state: always shown as a word with its colour. */
export const StateChip = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="c-chip" data-tone={tone}>
    <i aria-hidden />
    {children}
  </span>
);
