import { lazy, Suspense, useState } from 'react';
import type { Theatre } from '../api/types';
import { useText } from '../app/use-text';
import { withLaterTexts } from '../texts/language';
import { useSession } from './use-session';

const AccountPanel = lazy(() => withLaterTexts(import('./account-panel')));

export function AccountButton({ theatre }: { theatre: Theatre }) {
  const t = useText();
  const { account } = useSession();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="site-account" data-testid="account" onClick={() => setOpen(true)}>
        {account?.firstName || t('nav.account')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <AccountPanel theatre={theatre} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
