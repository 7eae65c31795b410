import { Suspense, type ReactNode } from 'react';
import type { HeldCart } from '../api/booking-queries';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import { ExtendButton, HoldClock } from './hold-parts';

export interface BottomBarProps {
  count: number;
  total: number;
  detail?: ReactNode;
  cart: HeldCart | null;
  onExpired?: () => void;
  next: ReactNode;
}

/** Basket on narrow screens, in one line: seats, total, hold time, next step. */
export function BottomBar({ count, total, detail, cart, onExpired, next }: BottomBarProps) {
  const t = useText();
  const money = useMoney();
  return (
    <div className="bottom-bar">
      <div>
        <b>{count > 0 ? `${t('basket.count', { count })} · ${money(total)}` : t('basket.none')}</b>
        {count > 0 && detail && <small>{detail}</small>}
        {count > 0 && cart && (
          <small>
            <Suspense>
              {t('basket.left')} <HoldClock cart={cart} onEnd={onExpired} /> <ExtendButton cart={cart} />
            </Suspense>
          </small>
        )}
      </div>
      {next}
    </div>
  );
}
