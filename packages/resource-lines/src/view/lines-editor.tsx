import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLanguage } from '@coulisse/ui-kit';
import { type FieldErrors, useResourceText } from '@coulisse/resource-client';
import type { ProductChoice } from '../model/commands';
import {
  groupsOf,
  keyOf,
  filledLines,
  type LinesDocument,
  type LinesValue,
  type Reference,
} from '../model/document';
import type { DocumentTotals } from '../totals';
import { createActions, type LinesActions } from './actions';
import { DetailsDialog } from './details-dialog';
import { type EditorContext, EditorProvider } from './editor-context';
import { commandKey } from './grid-keys';
import { LineCards } from './line-cards';
import type { RowErrors } from './line-row';
import { LinesGrid } from './lines-grid';
import { TotalsPanel } from './totals-panel';
import { useLines, useLinesState } from './use-lines';
import { useNarrow } from './use-narrow';

export interface LinesEditorProps {
  id: string;
  /** Names the table. */
  label: string;
  value: LinesValue;
  onChange?: (value: LinesValue) => void;
  readOnly?: boolean;
  /** Errors of the server, by place: `items/3/unitPrice`, `groups/0/label`, `discountValue`. */
  errors?: FieldErrors;
  /** Names of the fields of the record with lines and groups, as errors name them. */
  fieldNames?: { items: string; groups: string };
  units?: readonly Reference[];
  /** VAT rate of the first line. */
  vatRate?: string;
  findProducts?: (text: string) => Promise<readonly ProductChoice[]>;
  createProduct?: (label: string) => Promise<ProductChoice | null>;
  schedule?: (totals: DocumentTotals) => ReactNode;
  afterTotal?: (totals: DocumentTotals) => ReactNode;
}

const NO_UNITS: readonly Reference[] = [];
const NO_ERRORS: FieldErrors = {};
const FIELDS = { items: 'items', groups: 'groups' };

/** The lines of a document with their totals. The value is that of the record; each edit reports the next one. */
export const LinesEditor = ({
  id,
  label,
  value,
  onChange,
  readOnly = false,
  errors = NO_ERRORS,
  fieldNames = FIELDS,
  units = NO_UNITS,
  vatRate = '',
  findProducts,
  createProduct,
  schedule,
  afterTotal,
}: LinesEditorProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const isNarrow = useNarrow();
  const store = useLines(value, fieldNames.groups, onChange);
  const state = useLinesState(store);
  const [announcement, setAnnouncement] = useState('');
  const [details, setDetails] = useState<string | null>(null);
  const { priceEntry } = state.document;
  const find = useLatest(findProducts);
  const create = useLatest(createProduct);
  const editor = useMemo<EditorContext>(
    () => ({
      store,
      language,
      text,
      readOnly,
      priceEntry,
      units,
      vatRate,
      findProducts: find,
      createProduct: create,
      // A message that is repeated must differ to be read again.
      announce: (message) => setAnnouncement((now) => (now === message ? `${message}\u00a0` : message)),
      openDetails: setDetails,
    }),
    [store, language, text, readOnly, priceEntry, units, vatRate, find, create],
  );
  const actions = useMemo(() => createActions(editor, text), [editor, text]);
  const rowErrors = useMemo(
    () => errorsByRow(errors, fieldNames, state.document),
    [errors, fieldNames, state.document],
  );
  const detailed = state.document.entries.find((entry) => keyOf(entry) === details);

  const paste = (event: ClipboardEvent) => {
    if (readOnly) return;
    const content = event.clipboardData.getData('text/plain');
    const isInInput = event.target instanceof Element && event.target.closest('input, textarea, select');
    const isCell = event.target instanceof Element && event.target.closest('[data-cell]');
    // Text without tabs and lines is pasted into the input by the browser.
    if (isInInput && !(isCell && /[\t\r\n]/.test(content.trim()))) return;
    if (state.editing) store.stopEditing();
    if (actions.paste(content)) event.preventDefault();
  };
  const keys = (event: KeyboardEvent) => {
    const isInText =
      event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
    const isInCell = event.target instanceof Element && event.target.closest('[data-cell]');
    if (readOnly || event.defaultPrevented || (isInText && !isInCell)) return;
    // In the text of a cell, undo is that of the text.
    if (isInText && (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) return;
    if (isInText && event.key === 'Delete') return;
    if (!commandKey(event, actions, state.cursor?.key ?? null)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = { id, label, state, errors: rowErrors };
  return (
    <EditorProvider value={editor}>
      <div className="l-editor" data-readonly={readOnly || undefined} onPaste={paste} onKeyDown={keys}>
        {isNarrow ? <LineCards {...shared} /> : <LinesGrid {...shared} actions={actions} />}
        {state.document.entries.length === 0 && (
          <p className="l-none">{text(readOnly ? 'lines.none' : 'lines.empty')}</p>
        )}
        {!readOnly && <Toolbar actions={actions} isNarrow={isNarrow} openDetails={setDetails} />}
        <TotalsPanel
          state={state}
          actions={actions}
          schedule={schedule}
          afterTotal={afterTotal}
          stored={readOnly ? value.stored : undefined}
          error={errors['discountValue'] ?? errors['discountKind']}
        />
        {detailed && (
          <DetailsDialog
            key={details}
            entry={detailed}
            state={state}
            actions={actions}
            errors={rowErrors.get(keyOf(detailed))}
            onClose={() => setDetails(null)}
          />
        )}
        <span className="c-hidden" role="status">
          {announcement}
        </span>
      </div>
    </EditorProvider>
  );
};

/** A function that calls the latest one of its parent: the parent need not memoise it, and no row renders for it. */
const useLatest = <Arguments extends unknown[], Result>(
  latest: ((...values: Arguments) => Result) | undefined,
): ((...values: Arguments) => Result) | undefined => {
  const called = useRef(latest);
  useEffect(() => {
    called.current = latest;
  });
  const isGiven = latest !== undefined;
  return useMemo(
    () =>
      isGiven
        ? (...values: Arguments) => {
            if (!called.current) throw new Error('The function was removed');
            return called.current(...values);
          }
        : undefined,
    [isGiven],
  );
};

interface ToolbarProps {
  actions: LinesActions;
  isNarrow: boolean;
  openDetails: (key: string) => void;
}

const Toolbar = ({ actions, isNarrow, openDetails }: ToolbarProps) => {
  const text = useResourceText();
  const add = (insert: () => void) => () => {
    insert();
    if (!isNarrow) return;
    const entry = actions.current();
    if (entry) openDetails(keyOf(entry));
  };
  return (
    <div className="l-tools">
      <button type="button" data-testid="add-line" onClick={add(() => actions.insertAtEnd())}>
        {text('lines.add.line')} <kbd>{text('lines.key.enter')}</kbd>
      </button>
      <button type="button" data-testid="add-group" onClick={add(actions.group)}>
        {text('lines.add.group')} <kbd>Ctrl G</kbd>
      </button>
      <button type="button" data-testid="add-text" onClick={add(actions.insertText)}>
        {text('lines.add.text')} <kbd>Alt T</kbd>
      </button>
      <span className="l-tools-help c-push">
        <kbd>Alt ↑</kbd> <kbd>Alt ↓</kbd> {text('lines.help.move')}
      </span>
    </div>
  );
};

const errorsByRow = (
  errors: FieldErrors,
  names: { items: string; groups: string },
  document: LinesDocument,
): ReadonlyMap<string, RowErrors> => {
  const rows = new Map<string, Record<string, string>>();
  const keys = {
    [names.items]: filledLines(document).map(({ key }) => key),
    [names.groups]: groupsOf(document).map(({ key }) => key),
  };
  for (const [place, message] of Object.entries(errors)) {
    const [field = '', index = '', column = ''] = place.split('/');
    const key = keys[field]?.[Number(index)];
    if (key !== undefined && index !== '') rows.set(key, { ...rows.get(key), [column]: message });
  }
  return rows;
};
