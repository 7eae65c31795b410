import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FormPartProps, useApi } from '@coulisse/mfe-kit';
import { Notice } from '@coulisse/ui-kit';
import type { Alike } from '../api-types';
import { LikenessChips } from '../duplicates/likeness';
import { reachOf } from '../duplicates/reach';
import { askedTraits } from './traits';

const PAUSE_MS = 400;
const SHOWN = 4;

/** A value that stopped changing. */
const useSettled = (value: string | null): string | null => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};

/** Who is there already, while somebody types who is to be added. */
export const LookAlikes = ({ descriptor, values }: FormPartProps) => {
  const { t } = useTranslation('crm');
  const api = useApi();
  const traits = askedTraits(values, descriptor.fixed?.['kind']);
  const asked = useSettled(traits && JSON.stringify(traits));
  const query = useQuery({
    queryKey: ['duplicates', 'draft', asked],
    queryFn: ({ signal }) =>
      api.request<{ items: Alike[] }>('POST', '/b/api/crm/tiers/_look-alike', {
        body: JSON.parse(asked ?? '{}') as object,
        signal,
      }),
    enabled: asked !== null,
    placeholderData: (before) => before,
  });
  const items = asked ? (query.data?.items ?? []) : [];
  return (
    <div className="k-look-alikes" aria-live="polite">
      {items.length > 0 && (
        <Notice tone="warn">
          <b>{t('lookAlike.title', { count: items.length })}</b>
          <ul role="list">
            {items.slice(0, SHOWN).map(({ tiers, ...likeness }) => (
              <li key={tiers.id}>
                {/* In a tab of its own: what was typed here stays. */}
                <Link to={`/crm/tiers/${tiers.id}/informations`} target="_blank">
                  {tiers.name}
                </Link>{' '}
                <span className="k-look-detail">
                  {reachOf(tiers)} <LikenessChips {...likeness} />
                </span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
};
