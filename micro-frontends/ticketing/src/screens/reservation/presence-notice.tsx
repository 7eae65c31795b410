import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '@coulisse/mfe-kit';
import { Notice } from '@coulisse/ui-kit';
import { presencePath } from '../../api-paths';

const RENEW_MS = 15_000;

/** Who else has the reservation open. A failure shows nothing: the page works without it. */
export const PresenceNotice = ({ id }: { id: string }) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const presence = useQuery({
    queryKey: ['presence', id],
    queryFn: () => api.put<{ others: { name: string; since: string }[] }>(presencePath(id), {}),
    refetchInterval: RENEW_MS,
    // Who looks up something in another tab still has the reservation open.
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  useEffect(
    () => () => {
      void api.delete(presencePath(id)).catch(() => undefined);
    },
    [api, id],
  );
  const others = presence.data?.others ?? [];
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name).join(', ');
  return (
    <div role="status" data-testid="presence">
      <Notice tone="info">{t('presence.others', { names, count: others.length })}</Notice>
    </div>
  );
};
