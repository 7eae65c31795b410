import { DateTime } from 'luxon';

/** What the settings say about the validity of gift vouchers. */
export interface ValiditySettings {
  /** Days from the sale. */
  validityDays: number;
  /** Overrides the days: this day and month of the year after the sale. */
  endOfSeasonDateForGiftVouchers: string | null;
}

/**
 * Last day on which a gift voucher can be used, from the local day of its sale. The end of the season of
 * the following year overrides the number of days; 29 February is 28 February where there is none.
 */
export function giftVoucherValidity(soldOn: string, settings: ValiditySettings): string {
  const sale = DateTime.fromISO(soldOn, { zone: 'utc' });
  const { endOfSeasonDateForGiftVouchers: endOfSeason, validityDays } = settings;
  const end =
    endOfSeason === null
      ? sale.plus({ days: validityDays })
      : DateTime.fromISO(endOfSeason, { zone: 'utc' }).set({ year: sale.year + 1 });
  return end.toFormat('yyyy-MM-dd');
}
