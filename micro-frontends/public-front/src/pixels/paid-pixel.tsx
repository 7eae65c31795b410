import { useState } from 'react';
import { useTheatre } from '../app/theatre';
import { isEmbedded } from '../app/base-path';
import { useBase } from '../routing/router';
import { PixelFrame } from './pixel-frame';

/** True once in a tab: a result that is reloaded is no second purchase. */
function isFirstTime(purchase: string): boolean {
  const key = `coulisse.counted.${purchase}`;
  if (sessionStorage.getItem(key) !== null) return false;
  sessionStorage.setItem(key, '');
  return true;
}

/** The pixels of a purchase that is paid; they learn nothing of it. */
export function PaidPixel({
  step,
  purchase,
}: {
  step: 'RESERVATION_PAID' | 'GIFT_VOUCHER_PAID';
  purchase: string;
}) {
  const theatre = useTheatre();
  const isAlone = !isEmbedded(useBase());
  const [isFirst] = useState(() => isFirstTime(purchase));
  return theatre && isAlone && isFirst ? <PixelFrame theatre={theatre} step={step} /> : null;
}
