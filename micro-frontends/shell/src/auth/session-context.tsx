import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog } from '@coulisse/ui-kit';
import type { Session } from './session';
import { unsentEntries, type UnsentEntries } from './unsent-entries';

const SessionContext = createContext<Session | null>(null);

/** The session; its log-out asks first when it would erase what the device has not sent yet. */
export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const [unsent, setUnsent] = useState<UnsentEntries | null>(null);
  const guarded = useMemo((): Session => {
    const logout = async () => {
      // A database that cannot be read holds nothing that could still be sent.
      const found = await unsentEntries().catch(() => null);
      if (found) setUnsent(found);
      else session.logout();
    };
    return { ...session, logout: () => void logout() };
  }, [session]);
  return (
    <SessionContext.Provider value={guarded}>
      {children}
      {unsent && (
        <Dialog
          title={t('logout.unsent.title')}
          onClose={() => setUnsent(null)}
          footer={
            <>
              <Button kind="danger" onClick={session.logout}>
                {t('logout.unsent.erase')}
              </Button>
              <Button kind="main" onClick={() => location.assign(`/b${unsent.page}`)}>
                {t('logout.unsent.send')}
              </Button>
            </>
          }
        >
          {t('logout.unsent.body', { count: unsent.count })}
        </Dialog>
      )}
    </SessionContext.Provider>
  );
};

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a <SessionProvider> above');
  return session;
};
