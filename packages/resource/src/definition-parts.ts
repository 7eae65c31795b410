export { blocked, BlockedError, type Blocker } from './blocker';

export type Tone = 'neutral' | 'info' | 'warn' | 'good' | 'bad';

/** An event for the outbox; `emission` checks its types against the topic. */
export interface Emission {
  readonly topic: string;
  readonly event: { readonly $case: string; readonly value: unknown };
}

/** What every record has besides its fields. */
export interface System<S extends string> {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** Present only with a lifecycle. */
  state: S;
}
export type AnyRecord = System<string> & { readonly [field: string]: unknown };
