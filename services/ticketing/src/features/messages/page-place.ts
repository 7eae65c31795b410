import type { documentRenderingV1 } from '@coulisse/contracts';
import type { Place } from '@coulisse/templates';

/** A place of a page as the message that documents reads. */
export function placeMessage(place: Place): documentRenderingV1.PagePlace {
  const { value } = place;
  return place.kind === 'text'
    ? { content: { $case: 'text', value: { value, ...place.style } } }
    : { content: { $case: 'qrCode', value: { value, size: place.size } } };
}

/** A part of a file's name. */
export const safeName = (text: string): string => text.replace(/[^A-Za-z0-9-]/g, '_');
