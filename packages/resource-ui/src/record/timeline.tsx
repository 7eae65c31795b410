import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import {
  Avatar,
  Button,
  formatDate,
  formatMoment,
  type Language,
  SkeletonLines,
  useLanguage,
} from '@coulisse/ui-kit';
import { type HistoryItem, useHistoryQuery } from '../data/queries';
import { isEmpty } from '../data/values';
import { Failure } from '../failure';
import { kindOf } from '../fields';
import { useResourceText } from '../locales';

const SHOWN = 8;

/** Who did what, the newest first. */
export const Timeline = ({ descriptor, id }: { descriptor: ResourceDescriptor; id: string }) => {
  const text = useResourceText();
  const query = useHistoryQuery(descriptor, id);
  const [all, setAll] = useState(false);
  if (query.isPending) return <SkeletonLines lines={3} />;
  if (query.isError) return <Failure failure={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <p className="c-faint">{text('record.activity.none')}</p>;
  const items = all ? query.data : query.data.slice(0, SHOWN);
  return (
    <>
      <ol className="r-timeline">
        {items.map((item, index) => (
          <Entry key={`${item.at}-${index}`} item={item} descriptor={descriptor} />
        ))}
      </ol>
      {items.length < query.data.length && (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {text('record.activity.more')}
        </Button>
      )}
    </>
  );
};

const nameOf = (actor: HistoryItem['actor']): string | null =>
  typeof actor === 'string' ? actor : (actor?.name ?? actor?.displayName ?? null);

const KNOWN = new Set(['create', 'update', 'delete']);

const Entry = ({ item, descriptor }: { item: HistoryItem; descriptor: ResourceDescriptor }) => {
  const text = useResourceText();
  const language = useLanguage();
  const who = nameOf(item.actor) ?? text('history.system');
  const transition = descriptor.lifecycle?.transitions.find((candidate) => candidate.name === item.action);
  const changes = item.action === 'update' || transition ? changeLines(item, descriptor, language) : [];
  return (
    <li>
      <Avatar name={who} quiet />
      <div>
        <Trans
          i18nKey={KNOWN.has(item.action) ? `history.${item.action}` : 'history.action'}
          ns="resource"
          values={{ who, action: transition?.label[language] ?? item.action }}
          components={{ b: <b /> }}
        />
        {changes.map((change) => (
          <span key={change.field} className="r-change">
            {text(change.key, { ...change })}
          </span>
        ))}
      </div>
      <time dateTime={item.at} title={formatDate(item.at, language, 'numeric-time')}>
        {formatMoment(item.at, language)}
      </time>
    </li>
  );
};

interface ChangeLine {
  key: string;
  field: string;
  from: string;
  to: string;
}

const LONG = 60;

const changeLines = (item: HistoryItem, descriptor: ResourceDescriptor, language: Language): ChangeLine[] =>
  Object.entries(item.changes ?? {}).flatMap(([name, [before, after]]) => {
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    if (!field) return [];
    const write = (value: unknown) => (isEmpty(value) ? '—' : kindOf(field).text(value, field, language));
    const [from, to] = [write(before), write(after)];
    const simple = field.type !== 'children' && field.type !== 'json' && from.length + to.length < LONG;
    const key = simple ? (isEmpty(before) ? 'history.set' : 'history.change') : 'history.changed';
    return [{ key, field: field.label[language], from, to }];
  });
