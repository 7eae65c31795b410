import { type ReactNode, useState } from 'react';
import { CircleAlert } from 'lucide-react';
import { formatMoney, formatNumber, formatPercent, Select } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { readNumber } from '../model/cells';
import type { DiscountKind, LinesDocument, StoredTotals } from '../model/document';
import type { LinesState } from '../store';
import { type DocumentTotals, withStoredTotals } from '../totals';
import type { LinesActions } from './actions';
import { useEditor } from './editor-context';

interface TotalsPanelProps {
  state: LinesState;
  actions: LinesActions;
  schedule?: (totals: DocumentTotals) => ReactNode;
  /** Under the total, such as a deposit. */
  afterTotal?: (totals: DocumentTotals) => ReactNode;
  /** The amounts of a saved document that is not edited. */
  stored?: StoredTotals;
  /** Errors of the server for the discount. */
  error?: string;
}

/** Schedule, VAT per rate and totals; they follow each edit. */
export const TotalsPanel = ({ state, actions, schedule, afterTotal, stored, error }: TotalsPanelProps) => {
  const text = useResourceText();
  const totals = stored ? withStoredTotals(state.totals, stored) : state.totals;
  const plan = schedule?.(totals);
  return (
    <div className="l-foot" data-schedule={plan ? true : undefined}>
      {plan && (
        <section className="l-schedule" aria-label={text('lines.schedule')}>
          {plan}
        </section>
      )}
      <VatTable totals={totals} />
      <Sums document={state.document} totals={totals} actions={actions} error={error}>
        {afterTotal?.(totals)}
      </Sums>
    </div>
  );
};

const VatTable = ({ totals }: { totals: DocumentTotals }) => {
  const text = useResourceText();
  const { language } = useEditor();
  const money = (amount: number) => formatMoney(amount, language);
  return (
    <section className="l-vat">
      <h3>{text('lines.vatPerRate')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('lines.rate')}</th>
            <th scope="col" className="c-num">
              {text('lines.base')}
            </th>
            <th scope="col" className="c-num">
              {text('lines.vat')}
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.vatTable
            .toSorted((a, b) => a.rateBasisPoints - b.rateBasisPoints)
            .map(({ rateBasisPoints, exemption, baseMinor, taxMinor }) => (
              <tr key={`${rateBasisPoints} ${exemption ?? ''}`}>
                <th scope="row">
                  {formatPercent(String(rateBasisPoints / 100), language)}
                  {exemption && <small>{exemption}</small>}
                </th>
                <td className="c-num">{money(baseMinor)}</td>
                <td className="c-num">{money(taxMinor)}</td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <span className="c-hidden">{text('lines.total')}</span>
            </th>
            <td className="c-num">{money(totals.totalHT)}</td>
            <td className="c-num">{money(totals.totalVAT)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

interface SumsProps extends Pick<TotalsPanelProps, 'actions' | 'error'> {
  document: LinesDocument;
  totals: DocumentTotals;
  children: ReactNode;
}

const Sums = ({ document, totals, actions, error, children }: SumsProps) => {
  const text = useResourceText();
  const { language, readOnly } = useEditor();
  const money = (amount: number) => formatMoney(amount, language);
  const problem = totals.discountProblem && text(totals.discountProblem, { content: document.discountValue });
  const message = error ?? problem;
  return (
    <section className="l-sums" aria-label={text('lines.totals')}>
      <dl>
        <div>
          <dt>{text('lines.linesTotal')}</dt>
          <dd className="c-num">{money(totals.linesTotal)}</dd>
        </div>
        {(!readOnly || document.discountKind !== null) && (
          <div>
            <dt>{text('lines.discount')}</dt>
            <dd className="l-of">
              <Discount
                // The text follows undo and the server.
                key={`${document.discountKind} ${document.discountValue}`}
                kind={document.discountKind}
                value={document.discountValue}
                isInvalid={Boolean(message)}
                actions={actions}
              />
            </dd>
            <dd className="c-num">
              {totals.discount > 0 ? `\u2212\u00a0${money(totals.discount)}` : money(0)}
            </dd>
          </div>
        )}
        {message && (
          <div className="c-error" id="lines-discount-error">
            <CircleAlert className="c-icon" aria-hidden />
            <span>{message}</span>
          </div>
        )}
        {totals.deposits.map(({ label, minor }) => (
          <div key={label}>
            <dt>{text('lines.deposit', { label })}</dt>
            <dd className="c-num">{`\u2212\u00a0${money(minor)}`}</dd>
          </div>
        ))}
        {totals.problem && (
          <div className="c-error">
            <CircleAlert className="c-icon" aria-hidden />
            <span>{text(totals.problem)}</span>
          </div>
        )}
        <div>
          <dt>{text('lines.totalHT')}</dt>
          <dd className="c-num">{money(totals.totalHT)}</dd>
        </div>
        <div>
          <dt>{text('lines.vat')}</dt>
          <dd className="c-num">{money(totals.totalVAT)}</dd>
        </div>
        <div data-total>
          <dt>{text('lines.totalTTC')}</dt>
          <dd className="c-num">{money(totals.totalTTC)}</dd>
        </div>
        {children}
      </dl>
    </section>
  );
};

interface DiscountProps {
  kind: DiscountKind | null;
  value: string;
  isInvalid: boolean;
  actions: LinesActions;
}

const KINDS = ['percent', 'HT', 'TTC'] as const;
const UNITS: Record<DiscountKind, RegExp> = { percent: /%/, HT: /\bHT\b/i, TTC: /\bTTC\b/i };

/** '3 %', '100 € HT', '100 ttc': a unit that was typed decides, else the one that is chosen. */
const readDiscount = (
  typed: string,
  chosen: DiscountKind,
  language: 'fr' | 'en',
): { kind: DiscountKind; value: string } => {
  const unit = KINDS.find((kind) => UNITS[kind].test(typed));
  const kind = unit ?? (typed.includes('€') && chosen === 'percent' ? 'HT' : chosen);
  return { kind, value: readNumber(typed.replace(/\b(?:HT|TTC)\b/gi, ''), language) };
};

/** The global discount: an input, and a choice of its kind that is shown with the focus. */
const Discount = ({ kind, value, isInvalid, actions }: DiscountProps) => {
  const text = useResourceText();
  const { language, readOnly } = useEditor();
  const chosen = kind ?? 'percent';
  const isNumber = /^\d+(\.\d+)?$/.test(value);
  const number = isNumber ? formatNumber(value, language, value.split('.')[1]?.length ?? 0) : value;
  const content =
    value === ''
      ? ''
      : chosen === 'percent'
        ? isNumber
          ? formatPercent(value, language)
          : value
        : `${number}\u00a0€${chosen === 'TTC' ? ' TTC' : ''}`;
  const [typed, setTyped] = useState(content);
  if (readOnly) return <span className="c-num">{content}</span>;
  const store = (next: { kind: DiscountKind; value: string }) =>
    actions.run({ type: 'setDiscount', ...next }, text('lines.discountSet', { value: next.value || '0' }));
  const commit = () => {
    const next = readDiscount(typed, chosen, language);
    if (!store(next)) setTyped(content);
  };
  return (
    <span className="l-discount">
      <input
        className="l-small-input c-num"
        aria-label={text('lines.discount')}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? 'lines-discount-error' : undefined}
        title={text('lines.discountHelp')}
        placeholder="—"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            commit();
          } else if (event.key === 'Escape' && typed !== content) {
            event.stopPropagation();
            setTyped(content);
          }
        }}
      />
      <Select
        aria-label={text('lines.discountKind')}
        className="l-discount-kind"
        options={KINDS.map((each) => ({ value: each, label: text(`lines.discountKind.${each}`) }))}
        value={chosen}
        onChange={(event) => {
          const next = KINDS.find((each) => each === event.target.value);
          if (next) store({ kind: next, value });
        }}
      />
    </span>
  );
};
