import { Dialog } from '@coulisse/ui-kit';
import { useState } from 'react';
import type { Theatre } from '../api/types';
import { useText } from '../app/use-text';
import { AccountPanel } from './account-panel';
import { useSession } from './use-session';

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
        <Dialog title={t('account.title')} onClose={() => setOpen(false)}>
          <AccountPanel theatre={theatre} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
