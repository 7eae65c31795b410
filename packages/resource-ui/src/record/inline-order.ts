import type { FieldDescriptor } from '@coulisse/mfe-kit';

/** Where the focus goes after editing: it stays, moves to a neighbour, or is left unchanged. */
export type Step = 'stay' | 'next' | 'previous' | 'leave';

/** Id of the button that opens the editor of a value. */
export const buttonId = (name: string): string => `edit-${name}`;

/** The field that Tab moves to; null at the ends of the page. */
export const stepFrom = (order: readonly FieldDescriptor[], name: string, step: Step): string | null => {
  if (step === 'stay' || step === 'leave') return null;
  const now = order.findIndex((field) => field.name === name);
  return now < 0 ? null : (order[now + (step === 'next' ? 1 : -1)]?.name ?? null);
};
