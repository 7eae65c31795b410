/** A break that is made on purpose. Removed again once a release contains it. */
export interface AcceptedBreak {
  /** The sentence of the comparison, after the name of the part: `crm: GET /b/api/crm/tiers is removed`. */
  readonly change: string;
  /** Why no client of the last release needs it. */
  readonly reason: string;
}

export const ACCEPTED_BREAKS: readonly AcceptedBreak[] = [];
