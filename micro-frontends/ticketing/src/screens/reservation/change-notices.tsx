import { useTranslation } from 'react-i18next';
import { Button, Countdown, Notice } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import type { DeskSeats } from '../desk/use-desk-seats';

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

interface ChangeNoticesProps {
  desk: DeskSeats;
  failure: unknown;
  onReload: () => void;
}

/** Why a change of places was refused, or that its seats are no longer held, each with what leads on. */
export const ChangeNotices = ({ desk, failure, onReload }: ChangeNoticesProps) => {
  const { t } = useTranslation('ticketing');
  const problemText = useProblemText();
  if (desk.isExpired)
    return (
      <Notice tone="warn">
        {t('desk.expired')}{' '}
        <Button kind="link" onClick={() => desk.want(desk.chosen)}>
          {t('desk.hold-again')}
        </Button>
      </Notice>
    );
  if (!failure) return null;
  return (
    <Notice tone="bad">
      {problemText(failure)}{' '}
      <Button kind="link" onClick={onReload}>
        {t('change.reload')}
      </Button>
    </Notice>
  );
};
