import { bandOf, covers, type Band } from '../bands/band.domain';

/** Where the talks with a prospect stand. */
export interface Prospect {
  prospectStatus: string | null;
  /** Decimal string. */
  successPercentage: string | null;
}

const CERTAIN = '100';
const isScaled = (band: Band | undefined): band is Band & { min: string } => typeof band?.min === 'string';

/**
 * The status and the chances of a note, each following the other when only one of them changes: chances lead to the status
 * whose band they are in, a status to the least chances of its band, unless those that were there fit. What is outside every
 * band, or has none, is left alone.
 * @returns What has to change too, or the status whose band the chances that came with it are not in.
 */
export function reconciled(
  before: Prospect,
  changes: Partial<Prospect>,
  bands: readonly Band[],
): { also: Partial<Prospect> } | { outside: Band } {
  const { prospectStatus: status, successPercentage: chances } = changes;
  if (status && chances) {
    const band = bands.find(({ id }) => id === status);
    return isScaled(band) && !covers(band, chances, CERTAIN) ? { outside: band } : { also: {} };
  }
  if (chances) {
    const band = bandOf(bands, chances, CERTAIN);
    return { also: band && status === undefined ? { prospectStatus: band.id } : {} };
  }
  if (status && chances === undefined) {
    const band = bands.find(({ id }) => id === status);
    const fits = band && before.successPercentage !== null && covers(band, before.successPercentage, CERTAIN);
    return { also: isScaled(band) && !fits ? { successPercentage: band.min } : {} };
  }
  return { also: {} };
}

/** What was answered is an answer: in writing, or on a day. */
export const answered = (note: {
  answer?: string | null;
  answerDate?: string | null;
}): { hasAnswer?: true } => (note.answer || note.answerDate ? { hasAnswer: true } : {});
