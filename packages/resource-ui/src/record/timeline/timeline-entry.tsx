import { Archive, ArrowRight, Eye, MessageSquare, Paperclip, Plus, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { type ResourceDescriptor, type ResourceRow, useResourceScreens } from '@coulisse/mfe-kit';
import { Avatar, formatDate, formatMoment, useLanguage } from '@coulisse/ui-kit';
import type { HistoryItem } from '../../data/queries';
import { useResourceText } from '../../locales';
import { changeLines, fileOf, noteOf, stateChange } from './entries';

interface TimelineEntryProps {
  item: HistoryItem;
  descriptor: ResourceDescriptor;
  record: ResourceRow | null;
}

/** Actions that have words here; any other has its module's (`history.<action>`), or is a transition, by its name. */
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
  const own = useOwnWords(descriptor, item.action);
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
          i18nKey={KNOWN.has(item.action) || own ? `history.${item.action}` : 'history.action'}
          ns={own ?? 'resource'}
          // A name is text, whatever signs it holds.
          shouldUnescape
          tOptions={{ interpolation: { escapeValue: true } }}
          values={{
            who,
            action: transition?.label[language] ?? item.action,
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

/** Namespace of the module that has words for what can only be done to its own records. */
const useOwnWords = (descriptor: ResourceDescriptor, action: string): string | null => {
  const { i18n } = useTranslation();
  const module = useResourceScreens(descriptor)?.module;
  return module && !KNOWN.has(action) && i18n.exists(`history.${action}`, { ns: module }) ? module : null;
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
