import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { Button, formatNumber, useLanguage } from '@coulisse/ui-kit';
import { useNeighboursQuery, useResourceText } from '@coulisse/resource-client';
import { useShortcuts } from '../use-shortcuts';
import { listSearch, useRecordQuestion } from './record-question';

interface CrumbProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  id: string;
}

/** Breadcrumb of a record: link to its list, position in the list, previous and next. */
export const Crumb = ({ descriptor, screens, id }: CrumbProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const navigate = useNavigate();
  const question = useRecordQuestion(descriptor, id);
  const near = useNeighboursQuery(descriptor, id, question).data;
  const go = (next: string | null | undefined) => {
    if (next) void navigate(`${screens.record(next)}${question ? `?${question}` : ''}`);
  };
  useShortcuts({ ArrowLeft: () => go(near?.previous), ArrowRight: () => go(near?.next) }, near !== undefined);
  const hasPosition = near && (near.place !== null || near.previous || near.next);
  return (
    <nav className="r-crumb" aria-label={text('record.crumb')}>
      <Link to={`${screens.list}${listSearch(descriptor, question)}`}>{descriptor.plural[language]}</Link>
      {near && near.place !== null && (
        <span className="c-faint r-number" data-testid="record-place">
          ·{' '}
          {near.total === null
            ? formatNumber(near.place, language)
            : text('record.place', {
                place: formatNumber(near.place, language),
                total: formatNumber(near.total, language),
              })}
        </span>
      )}
      {hasPosition && (
        <span className="c-push c-actions r-near">
          <Button
            size="small"
            square
            aria-label={text('record.previous')}
            title={`${text('record.previous')} (←)`}
            disabled={!near.previous}
            icon={<ArrowLeft aria-hidden />}
            data-testid="record-previous"
            onClick={() => go(near.previous)}
          />
          <Button
            size="small"
            square
            aria-label={text('record.next')}
            title={`${text('record.next')} (→)`}
            disabled={!near.next}
            icon={<ArrowRight aria-hidden />}
            data-testid="record-next"
            onClick={() => go(near.next)}
          />
        </span>
      )}
    </nav>
  );
};
