import { text } from '@coulisse/resource';

/** What a document is called in lists, references and searches: its number, once it has one, and its subject. */
export const nameField = () => text({ max: 300 }).readonly().searchable();

export const nameOf = (code: string | null, subject: string): string =>
  [code, subject].filter(Boolean).join(' · ');
