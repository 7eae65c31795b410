import { oneLine } from '@coulisse/templates';

/** Five lines of half a ticket; more would push its code off the page. */
const LONGEST_DRAWN = 120;

/** A name as a page shows it: its end is cut off where it is very long. Mails and lists have all of it. */
export const drawnName = (name: string | null | undefined): string => oneLine(name ?? '', LONGEST_DRAWN);
