import { formatPercent } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { priceText } from '../model/cells';
import type { CellEditor } from './cell-editor';
import { useEditor } from './editor-context';
import type { Suggestion } from './use-suggestions';

/** The products or units under the row that is edited. */
export const SuggestionList = ({ editor, label }: { editor: CellEditor; label: string }) => {
  const text = useResourceText();
  const { suggestions, active, list, optionId, canCreate, typed } = editor;
  if (suggestions.length === 0 && !canCreate) return null;
  return (
    <div className="l-picker" role="row">
      <div role="gridcell" aria-colspan={8}>
        <div role="listbox" id={list} aria-label={label}>
          {suggestions.map((suggestion, index) => (
            <div
              key={suggestion.kind === 'product' ? suggestion.product.id : suggestion.unit.id}
              id={optionId(index)}
              role="option"
              className="l-choice"
              aria-selected={index === active}
              // Before the input loses the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                editor.pick(suggestion);
              }}
              onMouseEnter={() => editor.setActive(index)}
            >
              <Choice suggestion={suggestion} typed={typed} isActive={index === active} />
            </div>
          ))}
        </div>
        <div className="l-picker-foot">
          {canCreate && (
            <button
              type="button"
              tabIndex={-1}
              className="l-create"
              onMouseDown={(event) => {
                event.preventDefault();
                void editor.create();
              }}
            >
              {text('lines.create', { name: typed.trim() })}
            </button>
          )}
          <span className="c-push">
            <kbd>↑</kbd> <kbd>↓</kbd> {text('lines.help.choose')}
          </span>
          <span>
            <kbd>Tab</kbd> {text('lines.help.next')}
          </span>
          <span>
            <kbd>{text('lines.key.escape')}</kbd> {text('lines.help.cancel')}
          </span>
        </div>
      </div>
    </div>
  );
};

const Choice = ({
  suggestion,
  typed,
  isActive,
}: {
  suggestion: Suggestion;
  typed: string;
  isActive: boolean;
}) => {
  const text = useResourceText();
  const { language } = useEditor();
  if (suggestion.kind === 'unit')
    return (
      <span>
        <Marked content={suggestion.unit.label} typed={typed} />
      </span>
    );
  const { label, code, unit, unitPrice, vatRate } = suggestion.product;
  return (
    <>
      <span className="l-choice-name">
        <span>
          <Marked content={label} typed={typed} />
        </span>
        {code && <small>{code}</small>}
      </span>
      <span>{unit?.label}</span>
      <span className="c-num">{unitPrice && priceText(unitPrice, language)}</span>
      <span />
      <span className="c-num">{vatRate && formatPercent(vatRate, language)}</span>
      <span className="c-num">{isActive && <kbd>{text('lines.key.enter')}</kbd>}</span>
    </>
  );
};

/** The part of a name that was typed. */
const Marked = ({ content, typed }: { content: string; typed: string }) => {
  const searched = typed.trim().toLocaleLowerCase();
  const at = searched ? content.toLocaleLowerCase().indexOf(searched) : -1;
  if (at < 0) return <>{content}</>;
  return (
    <>
      {content.slice(0, at)}
      <mark>{content.slice(at, at + searched.length)}</mark>
      {content.slice(at + searched.length)}
    </>
  );
};
