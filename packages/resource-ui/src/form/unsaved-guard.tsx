import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button, Dialog } from '@coulisse/ui-kit';
import { useResourceText } from '../locales';

/** Asks before what was typed is thrown away: inside the portal, and when the tab is closed. */
export const UnsavedGuard = ({ dirty }: { dirty: boolean }) => {
  const text = useResourceText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stop);
    return () => window.removeEventListener('beforeunload', stop);
  }, [dirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      title={text('form.leave.title')}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button kind="danger" onClick={() => blocker.proceed()}>
            {text('form.leave.confirm')}
          </Button>
          <Button kind="main" onClick={() => blocker.reset()}>
            {text('form.leave.stay')}
          </Button>
        </>
      }
    >
      {text('form.leave.body')}
    </Dialog>
  );
};
