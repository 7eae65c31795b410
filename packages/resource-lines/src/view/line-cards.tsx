import { CircleAlert } from 'lucide-react';
import { formatMoney, formatPercent } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { cellText, problemColumns } from '../model/cells';
import { type Entry, keyOf } from '../model/document';
import { isCounted } from '../totals';
import type { LinesState } from '../store';
import { useEditor } from './editor-context';
import type { RowErrors } from './line-row';

interface LineCardsProps {
  id: string;
  label: string;
  state: LinesState;
  errors: ReadonlyMap<string, RowErrors>;
}

/** The lines on a phone: a list of cards, each opens the sheet that edits it. */
export const LineCards = ({ id, label, state, errors }: LineCardsProps) => (
  <ul id={id} className="l-cards" role="list" aria-label={label}>
    {state.shown.map((entry) => (
      <li key={keyOf(entry)} data-group={entry.type === 'group' || undefined}>
        <Card entry={entry} state={state} errors={errors.get(keyOf(entry))} />
      </li>
    ))}
  </ul>
);

const Card = ({ entry, state, errors }: { entry: Entry; state: LinesState; errors?: RowErrors }) => {
  const text = useResourceText();
  const { language, openDetails, readOnly } = useEditor();
  const { totals } = state;
  const key = keyOf(entry);
  const isWrong = errors !== undefined || (entry.type === 'line' && problemColumns(entry.line).length > 0);
  const content =
    entry.type === 'group' ? (
      <>
        <span className="l-name">{entry.group.label || text('lines.unnamedGroup')}</span>
        <span className="c-num">{formatMoney(totals.groups.get(key) ?? 0, language)}</span>
        {entry.group.description && <small>{entry.group.description}</small>}
      </>
    ) : (
      <>
        <span className="l-name">
          {entry.line.label || text('lines.unnamed')}
          {entry.line.option && <span className="c-chip">{text(`lines.option.${entry.line.option}`)}</span>}
        </span>
        {entry.line.kind === 'line' && (
          <>
            <span className="c-num" data-option={!isCounted(entry.line) || undefined}>
              {totalText(totals.lines.get(key) ?? null, language)}
            </span>
            <small>
              {[
                `${cellText(entry.line, 'quantity', language)} × ${cellText(entry.line, 'unitPrice', language)}`,
                cellText(entry.line, 'unit', language),
                cellText(entry.line, 'discount', language) &&
                  `\u2212\u00a0${cellText(entry.line, 'discount', language)}`,
                entry.line.vatRate && `${text('lines.vat')} ${rateText(entry.line.vatRate, language)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </>
        )}
        {entry.line.description && <small>{entry.line.description}</small>}
      </>
    );
  return readOnly ? (
    <div className="l-card">{content}</div>
  ) : (
    <button type="button" className="l-card" onClick={() => openDetails(key)}>
      {content}
      {isWrong && (
        <span className="c-error">
          <CircleAlert className="c-icon" aria-hidden />
          <span>{errors ? Object.values(errors).join(' ') : text('lines.wrong')}</span>
        </span>
      )}
    </button>
  );
};

const totalText = (total: number | null, language: 'fr' | 'en'): string =>
  total === null ? '—' : formatMoney(total, language);
const rateText = (rate: string, language: 'fr' | 'en'): string =>
  /^\d+(\.\d+)?$/.test(rate) ? formatPercent(rate, language) : rate;
