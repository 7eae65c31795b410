/** What staff note on a reservation. */
export const NOTES = ['comment', 'quote-date'] as const;
export type Note = (typeof NOTES)[number];
