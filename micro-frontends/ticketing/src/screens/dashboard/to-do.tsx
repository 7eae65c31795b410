import { useQueries } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type ResourceDescriptor,
  resourceScreens,
  useApi,
  useModules,
  useResources,
} from '@coulisse/mfe-kit';
import { Card, formatMoment, formatNumber, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import type { ListAnswer } from '@coulisse/resource-client';

interface Task {
  /** Text key after `todo.`. */
  key: string;
  resource: string;
  /** Filter of its list. */
  question: string;
  urgent?: boolean;
}

/** What waits for somebody of the theatre; a role sees what its lists may show. */
const TASKS: readonly Task[] = [
  { key: 'refunds', resource: 'payments.payment', question: 'f.refundState.eq=TO_REFUND' },
  {
    key: 'failed-mails',
    resource: 'notifications.notification',
    question: 'f.success.eq=false',
    urgent: true,
  },
  { key: 'unpaid', resource: 'ticketing.reservation', question: 'f.state.eq=PRE_RESERVATION' },
  { key: 'draft-bills', resource: 'sales.bill', question: 'f.state.eq=DRAFT' },
];

interface Waiting {
  task: Task;
  path: string;
  total: number;
  since: string | null;
}

const useWaiting = (): { waiting: Waiting[]; isPending: boolean } => {
  const api = useApi();
  const resources = useResources();
  const modules = useModules();
  const shown = TASKS.flatMap((task) => {
    const descriptor = resources.find(({ name, may }) => name === task.resource && may.read);
    const list = descriptor && resourceScreens(modules, descriptor)?.list;
    return descriptor && list ? [{ task, descriptor, list }] : [];
  });
  const queries = useQueries({
    queries: shown.map(({ task, descriptor }: { task: Task; descriptor: ResourceDescriptor }) => ({
      // Same prefix as the lists of the resource, so that it is invalidated with them.
      queryKey: ['list', descriptor.name, 'to-do', task.question],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<ListAnswer>(`${descriptor.path}?${task.question}&sort=createdAt&size=1`, { signal }),
    })),
  });
  const waiting = shown.flatMap(({ task, list }, index) => {
    const answer = queries[index]?.data;
    const total = answer?.page.total ?? answer?.items.length ?? 0;
    const since = answer?.items[0]?.['createdAt'];
    return total > 0
      ? [{ task, path: `${list}?${task.question}`, total, since: typeof since === 'string' ? since : null }]
      : [];
  });
  return { waiting, isPending: queries.some((query) => query.isPending) };
};

export const ToDo = () => {
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const { waiting, isPending } = useWaiting();
  const sum = waiting.reduce((all, { total }) => all + total, 0);
  return (
    <Card className="t-to-do t-lines" data-testid="to-do">
      <section>
        <h2>
          {t('todo.title')}{' '}
          {sum > 0 && <span className="c-faint t-count">{formatNumber(sum, language)}</span>}
        </h2>
        {isPending && waiting.length === 0 && <SkeletonLines lines={3} />}
        {!isPending && waiting.length === 0 && <p className="c-soft">{t('todo.nothing')}</p>}
        <ul role="list">
          {waiting.map(({ task, path, total, since }) => (
            <li key={task.key}>
              <Link to={path}>
                <b data-urgent={task.urgent || undefined}>{formatNumber(total, language)}</b>
                <span>{t(`todo.${task.key}`, { count: total })}</span>
                {since && <small>{t('todo.since', { at: formatMoment(since, language) })}</small>}
                <ChevronRight className="c-icon" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
};
