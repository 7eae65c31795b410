/** Time zone of a tenant whose parameters name no other one. */
export const DEFAULT_TIME_ZONE = 'Europe/Paris';

const listed: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** True for the name of a zone of the IANA database, spelled as there: `America/Martinique`. */
export const isTimeZone = (name: string): boolean => listed.has(name);

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** The date of an instant in a zone, `YYYY-MM-DD`. */
export const localDate = (at: Date, zone: string): string => formatOf(zone).format(at);
