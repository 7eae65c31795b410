import { useState } from 'react';
import type { Theatre } from '../api/types';
import { usePart } from '../app/use-part';
import { useText } from '../app/use-text';
import { withLaterTexts } from '../texts/language';
import { useSession } from './use-session';

export function AccountButton({ theatre }: { theatre: Theatre }) {
  const t = useText();
  const { account } = useSession();
  const [open, setOpen] = useState(false);
  const [panel, askForPanel] = usePart(
    () => withLaterTexts(import('./account-panel')),
    () => setOpen(false),
  );
  return (
    <>
      <button
        type="button"
        className="site-account"
        data-testid="account"
        onClick={() => {
          setOpen(true);
          askForPanel();
        }}
      >
        {account?.firstName || t('nav.account')}
      </button>
      {open && panel && <panel.default theatre={theatre} onClose={() => setOpen(false)} />}
    </>
  );
}
