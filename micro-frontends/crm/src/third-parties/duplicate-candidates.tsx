import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FormPartProps, useApi, useResourcePath } from '@coulisse/mfe-kit';
import { Notice } from '@coulisse/ui-kit';
import type { DuplicateCandidate } from '../api-types';
import { SimilarityChips } from '../duplicates/similarity';
import { contactSummary } from '../duplicates/reach';
import { searchTraits } from './traits';

const PAUSE_MS = 400;
const SHOWN = 4;

/** The value once it has not changed for a while. */
const useDebounced = (value: string | null): string | null => {
  const [debounced, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
};

/** Existing third parties similar to the one being entered. */
export const DuplicateCandidates = ({ descriptor, values }: FormPartProps) => {
  const { t } = useTranslation('crm');
  const api = useApi();
  const path = useResourcePath('crm.tiers');
  const traits = searchTraits(values, descriptor.fixed?.['kind']);
  const debouncedTraits = useDebounced(traits && JSON.stringify(traits));
  const query = useQuery({
    queryKey: ['duplicates', 'draft', debouncedTraits],
    queryFn:
      path === null || debouncedTraits === null
        ? skipToken
        : ({ signal }) =>
            api.request<{ items: DuplicateCandidate[] }>('POST', `${path}/_look-alike`, {
              body: JSON.parse(debouncedTraits) as object,
              signal,
            }),
    placeholderData: (before) => before,
  });
  const items = debouncedTraits ? (query.data?.items ?? []) : [];
  return (
    <div className="k-look-alikes" aria-live="polite">
      {items.length > 0 && (
        <Notice tone="warn">
          <b>{t('lookAlike.title', { count: items.length })}</b>
          <ul role="list">
            {items.slice(0, SHOWN).map(({ tiers, ...similarity }) => (
              <li key={tiers.id}>
                {/* In a new tab, so that the entered data is not lost. */}
                <Link to={`/crm/tiers/${tiers.id}/informations`} target="_blank">
                  {tiers.name}
                </Link>{' '}
                <span className="k-look-detail">
                  {contactSummary(tiers)} <SimilarityChips {...similarity} />
                </span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
};
