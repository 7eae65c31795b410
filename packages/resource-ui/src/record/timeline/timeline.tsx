import { useEffect, useState } from 'react';
import type { ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import { Button, SkeletonLines } from '@coulisse/ui-kit';
import { useHistoryQuery, useResourceText } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { filtered, TIMELINE_FILTERS, type TimelineFilter } from './entries';
import { TimelineEntry } from './timeline-entry';
import '../../styles/timeline.css';

interface TimelineProps {
  descriptor: ResourceDescriptor;
  id: string;
  /** Provides the labels of references, of which the history stores only ids. */
  record?: ResourceRow;
  /** Only the latest entries, without filters, for the side panel. */
  short?: boolean;
}

const SHORT = 8;
/** Number of pages loaded automatically while no entry matches the filter. */
const SEARCHED = 5;

/** The history of a record, newest first. */
export const Timeline = ({ descriptor, id, record, short }: TimelineProps) => {
  const text = useResourceText();
  const query = useHistoryQuery(descriptor, id);
  const [filter, setFilter] = useState<TimelineFilter>('all');
  const pages = query.data?.pages ?? [];
  const found = filtered(
    pages.flatMap((page) => page.items),
    filter,
    descriptor,
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const searching = filter !== 'all' && found.length === 0 && hasNextPage && pages.length < SEARCHED;
  useEffect(() => {
    if (searching && !isFetchingNextPage) void fetchNextPage();
  }, [searching, isFetchingNextPage, fetchNextPage]);
  if (query.isPending) return <SkeletonLines lines={3} />;
  if (query.isError) return <Failure failure={query.error} onRetry={() => void query.refetch()} />;
  const items = short ? found.slice(0, SHORT) : found;
  return (
    <>
      {!short && <Filters filter={filter} onFilter={setFilter} descriptor={descriptor} />}
      {items.length === 0 && !searching && (
        <p className="c-faint">
          {text(filter === 'all' ? 'record.activity.none' : 'record.activity.nothing')}
        </p>
      )}
      <ol className="r-timeline" role="list">
        {items.map((item) => (
          <TimelineEntry key={item.id} item={item} descriptor={descriptor} record={record ?? null} />
        ))}
      </ol>
      {!short && hasNextPage && (
        <Button
          kind="quiet"
          size="small"
          className="r-timeline-more"
          busy={isFetchingNextPage}
          data-testid="timeline-older"
          onClick={() => void fetchNextPage()}
        >
          {text('record.activity.older')}
        </Button>
      )}
    </>
  );
};

interface FiltersProps {
  filter: TimelineFilter;
  onFilter: (filter: TimelineFilter) => void;
  descriptor: ResourceDescriptor;
}

const Filters = ({ filter, onFilter, descriptor }: FiltersProps) => {
  const text = useResourceText();
  const offered = TIMELINE_FILTERS.filter((choice) => choice !== 'files' || descriptor.features.attachable);
  return (
    <div className="r-toggles" role="group" aria-label={text('record.activity.filter')}>
      {offered.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === filter}
          data-testid={`timeline-${choice}`}
          onClick={() => onFilter(choice)}
        >
          {text(`record.activity.${choice}`)}
        </button>
      ))}
    </div>
  );
};
