import { Archive, ArrowRight, Eye, MessageSquare, Paperclip, Plus, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans } from 'react-i18next';
import type { ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import { Avatar, formatDate, formatMoment, useLanguage } from '@coulisse/ui-kit';
import type { HistoryItem } from '../../data/queries';
import { useResourceText } from '../../locales';
import { changeLines, fileOf, noteOf, stateChange } from './entries';

interface TimelineEntryProps {
  item: HistoryItem;
  descriptor: ResourceDescriptor;
  record: ResourceRow | null;
}

/** Actions that have words here; any other has its service's (`told`), or is a transition, by its name. */
const KNOWN = new Set([
  'create',
  'update',
  'delete',
  'comment',
  'attach',
  'detach',
  'reveal',
  'archive',
  'restore',
  'duplicate',
  'order',
]);

/** Their sentence says it all. */
const TOLD = new Set(['create', 'delete', 'attach', 'detach', 'reveal', 'archive', 'restore', 'duplicate']);

const ICONS: Record<string, ReactNode> = {
  create: <Plus aria-hidden />,
  comment: <MessageSquare aria-hidden />,
  attach: <Paperclip aria-hidden />,
  detach: <Paperclip aria-hidden />,
  reveal: <Eye aria-hidden />,
  archive: <Archive aria-hidden />,
  restore: <RefreshCw aria-hidden />,
  delete: <Trash2 aria-hidden />,
};

export const TimelineEntry = ({ item, descriptor, record }: TimelineEntryProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const actor = item.actor ?? text('history.system');
  const who = item.impersonator ? text('history.by', { actor, impersonator: item.impersonator }) : actor;
  const transition = descriptor.lifecycle?.transitions.find((candidate) => candidate.name === item.action);
  const told = descriptor.told?.[item.action];
  const icon = transition ? <ArrowRight aria-hidden /> : ICONS[item.action];
  return (
    <li data-action={item.action}>
      {icon && item.actor === null ? (
        <span className="c-avatar r-timeline-icon" data-quiet aria-hidden>
          {icon}
        </span>
      ) : (
        <Avatar name={actor} quiet />
      )}
      <div>
        <Trans
          i18nKey={keyOf(item.action, !!told)}
          ns="resource"
          // A name is text, whatever signs it holds.
          shouldUnescape
          tOptions={{ interpolation: { escapeValue: true } }}
          values={{
            who,
            action: (told ?? transition?.label)?.[language] ?? item.action,
            file: fileOf(item),
            field: fieldLabel(item, descriptor, language),
          }}
          components={{ b: <b /> }}
        />
        <Details item={item} descriptor={descriptor} record={record} />
      </div>
      <time dateTime={item.at} title={formatDate(item.at, language, 'numeric-time')}>
        {formatMoment(item.at, language)}
      </time>
    </li>
  );
};

const keyOf = (action: string, isTold: boolean): string => {
  if (isTold) return 'history.told';
  return KNOWN.has(action) ? `history.${action}` : 'history.action';
};

/** The field that a `reveal` showed: its name is the key, or the value, of the one change. */
const fieldLabel = (item: HistoryItem, descriptor: ResourceDescriptor, language: 'fr' | 'en'): string => {
  const names = Object.entries(item.changes ?? {}).flatMap(([name, pair]): unknown[] => [name, ...pair]);
  return descriptor.fields.find((field) => names.includes(field.name))?.label[language] ?? '';
};

const Details = ({ item, descriptor, record }: TimelineEntryProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const note = noteOf(item, descriptor);
  const written = note && <p className="r-note">{note}</p>;
  if (item.action === 'comment') return written;
  if (TOLD.has(item.action)) return null;
  const state = stateChange(item, descriptor, language);
  return (
    <>
      {state && (
        <span className="r-change">
          {state.from} → {state.to}
        </span>
      )}
      {changeLines(item, descriptor, record, language).map((line) => (
        <span key={line.field} className="r-change">
          {text(line.key, { ...line })}
        </span>
      ))}
      {written}
    </>
  );
};
