import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { formatMoney } from '@coulisse/ui-kit';
import type { DocumentGroup } from '../model/document';
import { useCellEditor } from './cell-editor';
import { useEditor } from './editor-context';
import { cellProps, Handle, type RowProps, rowProps } from './line-row';

export interface GroupRowProps extends RowProps {
  group: DocumentGroup;
  /** In cents. */
  subtotal: number;
  isFolded: boolean;
}

/** The heading of a group, with its subtotal. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { group, subtotal, isFolded, cursor, editing, errors } = props;
  const { text, store, language } = useEditor();
  const isEditing = editing !== null && cursor === 'label';
  const error = errors && Object.values(errors).join(' ');
  return (
    <>
      <div {...rowProps(props, group.key)} data-group data-editing={isEditing || undefined}>
        <Handle {...props} rowKey={group.key} name={group.label} />
        <div
          {...cellProps(props, group.key, 'label')}
          tabIndex={cursor === 'label' && !isEditing ? 0 : -1}
          aria-colspan={6}
          className="l-cell"
        >
          {isEditing ? (
            <HeadingInput {...props} initial={editing.initial} />
          ) : (
            <>
              <button
                type="button"
                tabIndex={-1}
                className="l-fold"
                aria-expanded={!isFolded}
                aria-label={text(isFolded ? 'lines.unfold' : 'lines.fold', { name: group.label })}
                onClick={() => store.fold(group.key, !isFolded)}
              >
                <ChevronDown className="c-icon" aria-hidden />
              </button>
              <span className="l-name">
                {group.label || <span className="c-faint">{text('lines.unnamedGroup')}</span>}
              </span>
              {group.description && <small>{group.description}</small>}
            </>
          )}
        </div>
        <div {...cellProps(props, group.key, 'total')} aria-readonly className="l-cell c-num">
          {formatMoney(subtotal, language)}
        </div>
      </div>
      {error && (
        <div className="l-problems" role="row">
          <div role="gridcell" aria-colspan={8} className="c-error">
            {error}
          </div>
        </div>
      )}
    </>
  );
});

const HeadingInput = ({ group, actions, initial }: GroupRowProps & { initial: string | null }) => {
  const { text } = useEditor();
  const editor = useCellEditor({
    rowKey: group.key,
    column: 'label',
    content: group.label,
    initial,
    actions,
    suggests: false,
  });
  return (
    <input
      {...editor.inputProps}
      className="l-input"
      aria-label={text('lines.groupName')}
      placeholder={text('lines.groupName')}
    />
  );
};
