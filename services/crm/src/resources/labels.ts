import { archivable, sortable, text } from '@coulisse/resource';

/** What people choose from in a list of their own words: a name, put away rather than deleted. */
export const named = () => archivable({ name: text({ max: 120 }).required().unique().searchable() });
/** The same, in an order that means something. */
export const ordered = () => sortable(named());
