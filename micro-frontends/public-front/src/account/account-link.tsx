import { EmptyState } from '@coulisse/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem, api } from '../api/client';
import { useTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';

export interface AccountLink {
  kind: 'REGISTER' | 'RESET' | 'LOGIN' | 'ERASE';
  email: string;
  organiser: { id: string; name: string; slug: string };
}

export type LinkError = 'used' | 'expired' | 'unknown';
const LINK_ERRORS: Record<string, LinkError> = {
  'account.link-used': 'used',
  'account.link-expired': 'expired',
  'security.invalid-or-expired-login-link': 'unknown',
  'validation.failed': 'unknown',
};
export const linkErrorOf = (error: unknown): LinkError | null =>
  error instanceof ApiProblem ? (LINK_ERRORS[error.code] ?? null) : null;

type Purpose = 'password' | 'erase';

/**
 * The mailed link of the open page. Its token is in the fragment of the URL, which is not sent to servers; a link of the
 * other purpose counts as none.
 */
export function useAccountLink(...kinds: readonly AccountLink['kind'][]) {
  // Stored, because a change of the language rewrites the URL.
  const [token] = useState(() => window.location.hash.slice(1));
  const query = useQuery({
    queryKey: ['account-link', token, kinds],
    queryFn: async () => {
      const link = await api.post<AccountLink>('/app-api/session/link', { token });
      if (!kinds.includes(link.kind))
        throw new ApiProblem(404, { code: 'security.invalid-or-expired-login-link' });
      return link;
    },
    staleTime: Infinity,
  });
  return { token, query };
}

export function DeadLink({ dead, purpose }: { dead: LinkError; purpose: Purpose }) {
  const t = useText();
  const theatre = useTheatre();
  const again = purpose === 'erase' ? '/account' : theatre && `/theatres/${theatre.slug}/password`;
  return (
    <div data-testid={`link-${dead}`}>
      <EmptyState
        icon={<Link2Off aria-hidden />}
        title={t(`choose.${dead}`)}
        level={1}
        actions={
          <Link className="c-button" data-kind="main" to={again ?? '/'}>
            {t(again ? 'choose.another' : 'error.home')}
          </Link>
        }
      >
        {t(purpose === 'erase' && dead === 'used' ? 'erase.used.text' : `choose.${dead}.text`)}
      </EmptyState>
    </div>
  );
}
