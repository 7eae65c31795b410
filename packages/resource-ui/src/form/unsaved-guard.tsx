import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isSigningIn, onSignIn } from '@coulisse/mfe-kit';
import { Button, Dialog } from '@coulisse/ui-kit';
import { useResourceText } from '../locales';

interface UnsavedGuardProps {
  dirty: boolean;
  /** What is typed can be taken back later. */
  kept?: boolean;
}

/** Asks before what was typed is left: inside the portal, and when the tab is closed. */
export const UnsavedGuard = ({ dirty, kept }: UnsavedGuardProps) => {
  const text = useResourceText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty || (kept && isSigningIn())) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    const release = () => window.removeEventListener('beforeunload', stop);
    window.addEventListener('beforeunload', stop);
    const unlisten = kept ? onSignIn(release) : () => undefined;
    return () => {
      release();
      unlisten();
    };
  }, [dirty, kept]);
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
      {text(kept ? 'form.leave.kept' : 'form.leave.body')}
    </Dialog>
  );
};
