import { useTranslation } from 'react-i18next';
import { Countdown } from '@coulisse/ui-kit';
import type { DeskSeats } from './use-desk-seats';

/** For how long the seats that were chosen are held; nothing without any. */
export const HeldTime = ({ desk }: { desk: DeskSeats }) => {
  const { t } = useTranslation('ticketing');
  const cart = desk.hold?.cart;
  if (!cart?.expiresAt || desk.chosen.length === 0 || desk.isExpired) return null;
  return (
    <span className="c-push c-chip" data-tone="warn">
      {t('desk.held')}{' '}
      <Countdown
        key={cart.expiresAt}
        until={cart.expiresAt}
        secondsLeft={cart.secondsLeft}
        onEnd={desk.expire}
      />
    </span>
  );
};
