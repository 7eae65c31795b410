/** A person's name as every screen, list and document writes it: the first name, then the last name. */
export const fullName = ({ firstName, lastName }: { firstName?: string; lastName?: string }): string =>
  [firstName, lastName].filter(Boolean).join(' ').trim();
