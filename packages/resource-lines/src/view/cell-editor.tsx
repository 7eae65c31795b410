import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useResourceText } from '@coulisse/resource-client';
import type { EditedColumn } from '../model/cells';
import type { Direction } from '../model/navigation';
import type { LinesActions } from './actions';
import { useEditor } from './editor-context';
import { type Suggestion, useSuggestions } from './use-suggestions';

interface CellEditorOptions {
  rowKey: string;
  column: EditedColumn;
  /** The text of the cell. */
  content: string;
  /** Replaces the text: the character that began the editing. */
  initial: string | null;
  actions: LinesActions;
  suggests: boolean;
}

const LEAVES: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down' };

/** The state of the cell that is edited: its text, the suggestions under it, and its keys. */
export const useCellEditor = ({ rowKey, column, content, initial, actions, suggests }: CellEditorOptions) => {
  const { store, announce, createProduct } = useEditor();
  const text = useResourceText();
  const [typed, setTyped] = useState(initial ?? content);
  const [isTyped, setIsTyped] = useState(initial !== null);
  const [active, setActive] = useState(0);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const isClosed = useRef(false);
  const found = useSuggestions(column, typed, isTyped && suggests);
  const suggestions = suggests ? found : [];

  useLayoutEffect(() => {
    isClosed.current = false;
    const element = input.current;
    if (!element) return;
    element.focus();
    // F2 puts the caret behind the text; a typed character is the text so far.
    element.setSelectionRange(element.value.length, element.value.length);
  }, [rowKey, column]);

  /** Stores the text once, however the cell is left. */
  const commit = () => {
    if (isClosed.current) return;
    isClosed.current = true;
    if (isTyped) actions.set({ key: rowKey, column }, typed);
  };
  const leave = (go: () => void) => {
    commit();
    store.stopEditing();
    go();
  };
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });
  useEffect(() => {
    // A form that saves by a shortcut must find the text that is still in the input.
    const save = (event: globalThis.KeyboardEvent) => {
      const isSave = event.key === 's' || event.key === 'Enter';
      if (!isSave || !(event.ctrlKey || event.metaKey)) return;
      flushSync(() => {
        latestCommit.current();
        store.stopEditing();
      });
    };
    window.addEventListener('keydown', save, true);
    return () => window.removeEventListener('keydown', save, true);
  }, [store]);

  const pick = (suggestion: Suggestion) => {
    isClosed.current = true;
    if (suggestion.kind === 'product') {
      actions.run({ type: 'pickProduct', key: rowKey, product: suggestion.product });
      announce(text('lines.picked', { name: suggestion.product.label }));
    } else actions.run({ type: 'change', key: rowKey, change: { unit: suggestion.unit } });
    store.stopEditing();
    actions.move('right');
  };
  const create = async () => {
    const label = typed.trim();
    leave(() => undefined);
    const product = await createProduct?.(label);
    if (product) actions.run({ type: 'pickProduct', key: rowKey, product });
  };

  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const suggestion = suggestions[active];
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === 'Escape') {
      isClosed.current = true;
      store.stopEditing();
    } else if (event.altKey && LEAVES[event.key]) {
      commit();
      actions.moveRow(rowKey, event.key === 'ArrowUp' ? -1 : 1);
    } else if (isCommand) return;
    else if (event.key === 'Enter') {
      if (suggestion && isTyped) pick(suggestion);
      else leave(() => (event.shiftKey ? actions.move('up') : actions.down()));
    } else if (event.key === 'Tab') leave(() => actions.move(event.shiftKey ? 'previous' : 'next'));
    else if (LEAVES[event.key]) {
      const by = event.key === 'ArrowUp' ? -1 : 1;
      if (suggestions.length > 0) setActive((active + by + suggestions.length) % suggestions.length);
      else leave(() => actions.move(LEAVES[event.key] ?? 'down'));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const optionId = (index: number) => `${list}-${index}`;
  return {
    typed,
    suggestions,
    active,
    setActive,
    list,
    optionId,
    pick,
    create,
    canCreate: Boolean(createProduct) && column === 'label' && suggests && isTyped && typed.trim() !== '',
    inputProps: {
      ref: input,
      value: typed,
      autoComplete: 'off',
      onChange: (event: { target: { value: string } }) => {
        setTyped(event.target.value);
        setIsTyped(true);
        setActive(0);
      },
      onKeyDown: keys,
      onBlur: () => {
        commit();
        store.stopEditing();
      },
      ...(suggests
        ? {
            role: 'combobox' as const,
            'aria-expanded': suggestions.length > 0,
            'aria-controls': list,
            'aria-autocomplete': 'list' as const,
            'aria-activedescendant': suggestions.length > 0 ? optionId(active) : undefined,
          }
        : {}),
    },
  };
};

export type CellEditor = ReturnType<typeof useCellEditor>;
