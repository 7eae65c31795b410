import { formatDate, type Language } from '@coulisse/ui-kit';

/** The time of day of an arrival, in the theatre's time zone. */
export const timeOf = (at: string | Date, language: Language): string => formatDate(at, language, 'time');
