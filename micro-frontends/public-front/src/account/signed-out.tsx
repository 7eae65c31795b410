import { Button, EmptyState } from '@coulisse/ui-kit';
import { UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTheatre } from '../app/theatre';
import { usePart } from '../app/use-part';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';

/** Instead of a page of the account, for a visitor who is not signed in. An account belongs to a theatre. */
export function SignedOut({ title, children }: { title: string; children: ReactNode }) {
  const t = useText();
  const theatre = useTheatre();
  const [isOpen, setOpen] = useState(false);
  const [panel, askForPanel] = usePart(
    () => import('./account-panel'),
    () => setOpen(false),
  );
  return (
    <div className="page" data-testid="signed-out">
      <EmptyState
        icon={<UserRound aria-hidden />}
        title={title}
        level={1}
        actions={
          theatre ? (
            <Button
              kind="main"
              data-testid="sign-in"
              onClick={() => {
                setOpen(true);
                askForPanel();
              }}
            >
              {t('account.login')}
            </Button>
          ) : (
            <Link className="c-button" to="/">
              {t('footer.theatres')}
            </Link>
          )
        }
      >
        {children}
      </EmptyState>
      {isOpen && theatre && panel && <panel.default theatre={theatre} onClose={() => setOpen(false)} />}
    </div>
  );
}
