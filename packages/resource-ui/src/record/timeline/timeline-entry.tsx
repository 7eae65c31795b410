import { Archive, ArrowRight, Eye, MessageSquare, Paperclip, Plus, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
// With the translations passed to it: the shell shares no more of the library than every page needs.
import { Trans } from 'react-i18next/TransWithoutContext';
import { type ResourceDescriptor, type ResourceRow, useResourceScreens } from '@coulisse/mfe-kit';
import { Avatar, formatDate, formatMoment, useLanguage } from '@coulisse/ui-kit';
import { actionLabel, type HistoryItem, useResourceText } from '@coulisse/resource-client';
import { changeLines, fileOf, noteOf, stateChange } from './entries';

interface TimelineEntryProps {
  item: HistoryItem;
  descriptor: ResourceDescriptor;
  record: ResourceRow | null;
}

/** Actions with a text in this package; others have a text of their service (`told`), or are transitions. */
const OWN_TEXT = new Set([
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
  'recompute',
]);

/** Actions shown without details: the sentence is complete. */
const WITHOUT_DETAILS = new Set([
  'create',
  'delete',
  'attach',
  'detach',
  'reveal',
  'archive',
  'restore',
  'duplicate',
]);

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
  const author = item.impersonator ? text('history.by', { actor, impersonator: item.impersonator }) : actor;
  const transition = descriptor.lifecycle?.transitions.find((candidate) => candidate.name === item.action);
  const { t, i18n } = useTranslation('resource');
  const historyLabel = descriptor.told?.[item.action];
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
          i18n={i18n}
          t={t}
          i18nKey={keyOf(item.action, !!historyLabel)}
          ns="resource"
          // Names are escaped, so that they are not parsed as tags, and unescaped for display.
          shouldUnescape
          tOptions={{ interpolation: { escapeValue: true } }}
          values={{
            who: author,
            action: actionLabel(descriptor, item.action, language) ?? item.action,
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

const keyOf = (action: string, hasServiceLabel: boolean): string => {
  if (hasServiceLabel) return 'history.told';
  return OWN_TEXT.has(action) ? `history.${action}` : 'history.action';
};

/** Label of the field that a `reveal` showed: its name is the key or the value of the only change. */
const fieldLabel = (item: HistoryItem, descriptor: ResourceDescriptor, language: 'fr' | 'en'): string => {
  const names = Object.entries(item.changes ?? {}).flatMap(([name, pair]): unknown[] => [name, ...pair]);
  return descriptor.fields.find((field) => names.includes(field.name))?.label[language] ?? '';
};

const Details = ({ item, descriptor, record }: TimelineEntryProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const own = useResourceScreens(descriptor)?.overrides.record?.changes ?? {};
  const note = noteOf(item, descriptor);
  const written = note && <p className="r-note">{note}</p>;
  if (item.action === 'comment') return written;
  if (WITHOUT_DETAILS.has(item.action)) return null;
  const state = stateChange(item, descriptor, language);
  return (
    <>
      {state && (
        <span className="r-change">
          {state.from} → {state.to}
        </span>
      )}
      {changeLines(item, descriptor, record, language).map((line) => {
        const Own = record ? own[line.name] : undefined;
        const [before, after] = item.changes?.[line.name] ?? [];
        if (Own && record) return <Own key={line.name} {...{ record, descriptor, before, after }} />;
        return (
          <span key={line.name} className="r-change">
            {text(line.key, { ...line })}
          </span>
        );
      })}
      {written}
    </>
  );
};
