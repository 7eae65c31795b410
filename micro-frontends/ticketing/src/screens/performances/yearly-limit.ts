/** Share of the limit from which administrators are warned. */
const WARNED_FROM_PERCENT = 90;

/** The text of the warning, or null while the limit is far or absent. */
export function yearlyLimitText(issued: number, limit: number | null): string | null {
  if (limit === null) return null;
  if (issued >= limit) return 'yearly-limit.reached';
  return issued * 100 >= limit * WARNED_FROM_PERCENT ? 'yearly-limit.near' : null;
}
