import { archivable, sortable, text } from '@coulisse/resource';

/** Entry of a list that users maintain: a name, archived rather than deleted. */
export const named = () => archivable({ name: text({ max: 120 }).required().unique().searchable() });
/** The same, in an order set by users. */
export const ordered = () => sortable(named());
