const HOURS_AND_MINUTES =
  /^(\d{1,4})\s*(?:h|hr|hrs|hours?|heures?|:)\s*(\d{1,2})?\s*(?:m|min|mins|minutes?)?$/;
const HOURS = /^(\d{1,4}(?:[.,]\d{1,2})?)\s*(?:h|hr|hrs|hours?|heures?)$/;
const MINUTES = /^(\d{1,6})\s*(?:m|min|mins|minutes?)?$/;

/** '1 h 30', '1:30', '1,5 h', '90' and '90 min' → 90. Other text is unchanged: the server returns an error. */
export const parseDuration = (typed: string): number | string => {
  const bare = typed
    .trim()
    .toLowerCase()
    .replace(/[\u00a0\u202f]/g, ' ');
  const [, minutes] = MINUTES.exec(bare) ?? [];
  if (minutes !== undefined) return Number(minutes);
  const [, hours, rest = '0'] = HOURS_AND_MINUTES.exec(bare) ?? [];
  if (hours !== undefined && Number(rest) < 60) return Number(hours) * 60 + Number(rest);
  const [, decimal] = HOURS.exec(bare) ?? [];
  return decimal === undefined ? typed.trim() : Math.round(Number(decimal.replace(',', '.')) * 60);
};
