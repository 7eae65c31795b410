import type { Account } from '../api/types';
import { readDraft } from '../checkout/draft';

/** A message that is being typed. */
export interface TypedMessage {
  /** Names it, so that sending it twice after a lost answer reaches the theatre once. */
  key: string;
  subject: string;
  orderCode: string;
  name: string;
  email: string;
  message: string;
}

const keyOf = (slug: string): string => `coulisse.contact.${slug}`;

/** What was typed before in this tab; else the names of the account or of the last purchase. */
export function readMessage(slug: string, account: Account | null): TypedMessage {
  const { firstName, lastName, email } = { ...readDraft(), ...account };
  const start: TypedMessage = {
    key: crypto.randomUUID(),
    subject: 'ORDER',
    orderCode: '',
    name: [firstName, lastName].filter(Boolean).join(' '),
    email: email ?? '',
    message: '',
  };
  try {
    return {
      ...start,
      ...(JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? '{}') as Partial<TypedMessage>),
    };
  } catch {
    // Invalid content: the form then starts empty.
    return start;
  }
}

export function saveMessage(slug: string, message: TypedMessage): void {
  sessionStorage.setItem(keyOf(slug), JSON.stringify(message));
}

export function clearMessage(slug: string): void {
  sessionStorage.removeItem(keyOf(slug));
}
