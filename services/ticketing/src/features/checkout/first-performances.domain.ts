import type { VatPart } from './pricing.domain';

/**
 * The rate of 2.1 % applies to the entries of the first 140 performances of a new show or staging, wherever they were
 * given (article 281 quater of the CGI). From the next one on it is 5.5 %.
 */
export const FIRST_PERFORMANCES = 140;
const FIRST_RATE = 210;
const LATER_RATE = 550;

/** What comes before a performance of a show. */
export interface Earlier {
  /** Performances of the show before it was entered here, or by somebody else. */
  elsewhere: number;
  /** Those that are entered here; cancelled ones are not given and do not count. */
  performances: readonly { isCancelled: boolean }[];
}

/** Number of a performance in the life of its show: 1 is the first. */
export const performanceNumber = ({ elsewhere, performances }: Earlier): number =>
  elsewhere + performances.filter(({ isCancelled }) => !isCancelled).length + 1;

/** The VAT of a formula at a performance: its parts at 2.1 % are at 5.5 % once the first performances are over. */
export const vatAtPerformance = (vat: readonly VatPart[], number: number): readonly VatPart[] =>
  number <= FIRST_PERFORMANCES
    ? vat
    : vat.map((part) =>
        part.rateBasisPoints === FIRST_RATE ? { ...part, rateBasisPoints: LATER_RATE } : part,
      );
