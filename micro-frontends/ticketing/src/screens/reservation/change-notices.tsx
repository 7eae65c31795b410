import { useTranslation } from 'react-i18next';
import { Button, Notice } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';
import type { DeskSeats } from '../desk/use-desk-seats';

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
