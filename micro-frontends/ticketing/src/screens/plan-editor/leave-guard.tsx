import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Button, Dialog } from '@coulisse/ui-kit';

/** Asks before changes that are not saved are left: inside the portal, and when the tab is closed. */
export const LeaveGuard = ({ isChanged }: { isChanged: () => boolean }) => {
  const { t } = useTranslation('ticketing');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged() && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => isChanged() && event.preventDefault());
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title={t('plan.leave.title')}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button kind="danger" onClick={() => blocker.proceed()}>
            {t('plan.leave.confirm')}
          </Button>
          <Button kind="main" onClick={() => blocker.reset()}>
            {t('plan.leave.stay')}
          </Button>
        </>
      }
    >
      {t('plan.leave.body')}
    </Dialog>
  );
};
