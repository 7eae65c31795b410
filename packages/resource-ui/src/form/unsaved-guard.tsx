import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isRedirectingToLogin, onLoginRedirect } from '@coulisse/mfe-kit';
import { Button, Dialog } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';

interface UnsavedGuardProps {
  dirty: boolean;
  /** The typed values are stored as a draft and can be restored. */
  hasDraft?: boolean;
}

/** Asks for confirmation before unsaved changes are left: inside the portal, and when the tab is closed. */
export const UnsavedGuard = ({ dirty, hasDraft }: UnsavedGuardProps) => {
  const text = useResourceText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty || (hasDraft && isRedirectingToLogin())) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    const release = () => window.removeEventListener('beforeunload', stop);
    window.addEventListener('beforeunload', stop);
    const unlisten = hasDraft ? onLoginRedirect(release) : () => undefined;
    return () => {
      release();
      unlisten();
    };
  }, [dirty, hasDraft]);
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
      {text(hasDraft ? 'form.leave.kept' : 'form.leave.body')}
    </Dialog>
  );
};
