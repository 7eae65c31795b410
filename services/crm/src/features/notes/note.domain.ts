import { bandOf, covers, type Band } from '../bands/band.domain';

/** Status and chances of a prospect. */
export interface Prospect {
  prospectStatus: string | null;
  /** Decimal string. */
  successPercentage: string | null;
}

const CERTAIN = '100';
const isScaled = (band: Band | undefined): band is Band & { min: string } => typeof band?.min === 'string';

/**
 * Status and chances of a note, each following the other when only one of them changes: chances set the status whose
 * band contains them, a status sets the lowest chances of its band, unless the present ones fit. Values outside every
 * band, or without one, are left alone.
 * @returns What has to change too, or the band of the status that does not contain the chances set with it.
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

/** A note counts as answered with an answer or an answer date. */
export const answered = (note: {
  answer?: string | null;
  answerDate?: string | null;
}): { hasAnswer?: true } => (note.answer || note.answerDate ? { hasAnswer: true } : {});
