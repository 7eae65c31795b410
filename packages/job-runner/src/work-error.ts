import { message, messages, type Language, type MessageId } from '@coulisse/contracts';

/** Why an attempt failed, as administrators see it. */
export interface WorkError {
  code: string;
  /** Null where the catalogue has no text, or one that names facts which are not known here. */
  detail: string | null;
}

const PLACEHOLDER = /\{\w+\}/;

export function workError(code: string | null, language: Language): WorkError | null {
  if (code === null) return null;
  const text = Object.hasOwn(messages(language), code) ? message(code as MessageId, language) : null;
  return { code, detail: text === null || PLACEHOLDER.test(text) ? null : text };
}
