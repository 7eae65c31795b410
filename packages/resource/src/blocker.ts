/** Why an operation is refused: a message code of the catalogue, and the place in the record. */
export interface Blocker {
  readonly code: string;
  readonly params?: Record<string, string | number>;
  /** JSON pointer, such as `/lines/0/start`. */
  readonly pointer?: string;
}
export const blocked = (code: string, params?: Blocker['params'], pointer?: string): Blocker => ({
  code,
  params,
  pointer,
});

/** Thrown by a derivation that has no valid result, such as a discount above the total: the write is refused. */
export class BlockedError extends Error {
  constructor(readonly blocker: Blocker) {
    super(blocker.code);
  }
}
