import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '@coulisse/mfe-kit';
import { DESK_PRICES } from '../../api-paths';
import type { OptionChoice } from './desk-types';

/** What is typed beside the seats and changes what the sale costs. */
export interface DeskWishes {
  formulaBySeat: Readonly<Record<string, string | undefined>>;
  options: readonly OptionChoice[];
  promotionCode: string;
  discount: object | null;
  giftVoucher: string;
}
export interface DeskPrices {
  options: { formulaId: string; optionId: string; quantity: number; priceMinor: number }[];
  lines: { seatId: string; listedMinor: number; priceMinor: number }[];
  discountMinor: number;
  promotionCode: string | null;
  totalMinor: number;
  giftVoucher: { code: string; voucherMinor: number } | null;
  leftToPayMinor: number;
}

const TYPING_MS = 250;

/** A text once it has stood still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * The prices of the desk's cart with what is typed, as the service computes them.
 * @param hold What the cart holds, as a text that changes with it; null while it holds nothing, or is being changed.
 */
export function useDeskPrices(token: string | null, hold: string | null, wishes: DeskWishes) {
  const api = useApi();
  // An answer in words changes no price.
  const options = wishes.options.map((choice) => ({ ...choice, detail: '' }));
  const priced = { ...wishes, options };
  const content = JSON.stringify({ hold, priced });
  const settled = useSettled(content);
  const isNeeded =
    hold !== null &&
    (wishes.promotionCode !== '' ||
      wishes.discount !== null ||
      wishes.giftVoucher !== '' ||
      wishes.options.length > 0);
  const isSettled = settled === content;
  const query = useQuery({
    queryKey: ['desk-prices', token, content],
    queryFn:
      isNeeded && isSettled && token !== null
        ? () => api.post<DeskPrices>(DESK_PRICES, priced, { headers: { 'Cart-Token': token } })
        : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    /** Null where nothing was typed: the formulas’ own prices count. */
    prices: isNeeded ? (query.data ?? null) : null,
    /** The amounts that are shown are of before the last change. */
    isPending: isNeeded && (!isSettled || query.isPending || query.isPlaceholderData) && !query.isError,
    failure: isNeeded && isSettled ? query.error : null,
  };
}
