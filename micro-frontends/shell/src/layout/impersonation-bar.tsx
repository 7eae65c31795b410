import { useTranslation } from 'react-i18next';
import { useActor } from '@coulisse/mfe-kit';
import { Button } from '@coulisse/ui-kit';
import { useSession } from '../auth/session-context';

/** Shows during impersonation who acts as whom. */
export const ImpersonationBar = ({ name }: { name: string }) => {
  const { t } = useTranslation('shell');
  const { displayName } = useActor();
  const { logout } = useSession();
  return (
    <div className="s-impersonation" role="status">
      {t('impersonation', { who: name, as: displayName })}
      <Button kind="link" onClick={logout}>
        {t('impersonation.leave')}
      </Button>
    </div>
  );
};
