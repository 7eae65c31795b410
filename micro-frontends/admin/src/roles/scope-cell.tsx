import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  differsFromDefault,
  type Draft,
  isGrantable,
  type RoleRight,
  type Scope,
  scopeIn,
  SCOPES,
} from './role-rights';
import { useRightWords } from './use-right-words';

interface ScopeCellProps {
  right: RoleRight;
  draft: Draft;
  readonly: boolean;
  /** What the right allows, where no column says it. */
  isLabelled?: boolean;
  onScope: (right: RoleRight, scope: Scope | null) => void;
}

/** The scope of a right: a word and a meter, with a list of choices over them. */
export const ScopeCell = ({ right, draft, readonly, isLabelled, onScope }: ScopeCellProps) => {
  const { t } = useTranslation('admin');
  const { labelOf, fullLabelOf, scopeWords } = useRightWords();
  const scope = scopeIn(draft, right);
  const options = [null, ...SCOPES.filter((each) => right.scopes.includes(each) || each === right.granted)];
  const label = (option: Scope | null) =>
    option === right.default
      ? t('rights.by-default', { scope: scopeWords(option, right.right) })
      : scopeWords(option, right.right);
  const choose = (chosen: Scope | null) => {
    if (options.includes(chosen) && isGrantable(right, chosen)) onScope(right, chosen);
  };
  const press = (event: KeyboardEvent<HTMLSelectElement>) => {
    const digit = ['0', '1', '2', '3'].indexOf(event.key);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (digit >= 0) choose(digit === 0 ? null : (SCOPES[digit - 1] ?? null));
    else if (!moveFocus(event.currentTarget, event.key)) return;
    event.preventDefault();
  };
  return (
    <span
      className="a-scope"
      data-scope={scope ?? 'none'}
      data-unsaved={scope !== right.granted || undefined}
      data-different={differsFromDefault(draft, right) || undefined}
    >
      {isLabelled && <span className="a-scope-label">{labelOf(right)}</span>}
      <span className="a-scope-value" aria-hidden={!readonly || undefined}>
        <span>{scope === null ? '—' : scopeWords(scope, right.right)}</span>
        <i aria-hidden />
      </span>
      {readonly ? (
        <span className="c-hidden">{scope === null && scopeWords(null)}</span>
      ) : (
        <select
          aria-label={fullLabelOf(right)}
          data-testid={`scope-${right.right}`}
          data-scope-cell
          title={fullLabelOf(right)}
          value={scope ?? ''}
          onKeyDown={press}
          onChange={({ target }) => choose(target.value === '' ? null : (target.value as Scope))}
        >
          {options.map((option) => (
            <option key={option ?? ''} value={option ?? ''} disabled={!isGrantable(right, option)}>
              {label(option)}
            </option>
          ))}
        </select>
      )}
    </span>
  );
};

/** Arrows move from cell to cell, as in a spreadsheet; true if there is a cell to go to. */
function moveFocus(from: HTMLElement, key: string): boolean {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const line = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (step === undefined && line === undefined) return false;
  const cells = (within: Element) => [...within.querySelectorAll<HTMLElement>('[data-scope-cell]')];
  const table = from.closest('table');
  const row = from.closest('tr');
  if (!table || !row) return false;
  if (step !== undefined) {
    const all = cells(table);
    all[all.indexOf(from) + step]?.focus();
    return true;
  }
  const rows = [...table.querySelectorAll('tr')].filter((each) => cells(each).length > 0);
  const target = rows[rows.indexOf(row) + (line ?? 0)];
  if (!target) return true;
  // The cell of the same column, or the nearest before it: a subject may not have it.
  const left = from.getBoundingClientRect().left;
  const candidates = cells(target);
  const nearest =
    candidates.findLast((cell) => cell.getBoundingClientRect().left <= left + 4) ?? candidates[0];
  nearest?.focus();
  return true;
}
