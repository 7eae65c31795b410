import { useEffect, useRef } from 'react';
import type { FormPartProps } from '@coulisse/mfe-kit';
import { followPrice } from './vat-lines';

/** Shows nothing: writes the price of a new formula into its only VAT line. */
export const VatFollowsPrice = ({ values, set }: FormPartProps) => {
  const price = values['ticketPriceTTC'];
  const lines = values['vatBreakdown'];
  const before = useRef<unknown>(undefined);
  useEffect(() => {
    const next = followPrice(lines, price, before.current);
    // A price that is cleared to type another one is still the one that is followed.
    if (price) before.current = price;
    if (next) set('vatBreakdown', next);
  }, [lines, price, set]);
  return null;
};
