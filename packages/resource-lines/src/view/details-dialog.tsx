import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, Dialog, Field, Input, Select, Textarea } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { cellChange, cellProblem, editText, type EditedColumn, LONGEST_LABEL } from '../model/cells';
import { productChange } from '../model/commands';
import {
  type DocumentGroup,
  type DocumentLine,
  type Entry,
  groupsOf,
  isUntaxed,
  type Reference,
} from '../model/document';
import type { LinesState } from '../store';
import type { LinesActions } from './actions';
import { useEditor } from './editor-context';
import type { RowErrors } from './line-row';
import { ProductField } from './product-field';

interface DetailsProps {
  entry: Entry;
  state: LinesState;
  actions: LinesActions;
  errors?: RowErrors;
  onClose: () => void;
}

/** All fields of a line or of a group: the way to edit on a phone, and to the description anywhere. */
export const DetailsDialog = ({ entry, ...props }: DetailsProps) =>
  entry.type === 'line' ? (
    <LineDetails {...props} line={entry.line} />
  ) : (
    <GroupDetails {...props} group={entry.group} />
  );

const NUMBERS = ['quantity', 'unitPrice', 'discount', 'vatRate'] as const;

const LineDetails = ({
  line,
  state,
  actions,
  errors,
  onClose,
}: Omit<DetailsProps, 'entry'> & { line: DocumentLine }) => {
  const text = useResourceText();
  const { language, units, priceEntry, findProducts } = useEditor();
  const [edited, setEdited] = useState(line);
  const [typed, setTyped] = useState<Partial<Record<EditedColumn, string>>>({});
  const groups = groupsOf(state.document);
  const set = (change: Partial<DocumentLine>) => setEdited((now) => ({ ...now, ...change }));
  const errorOf = (column: EditedColumn) => {
    const problem = cellProblem(edited, column);
    if (problem) return text(problem, { content: typed[column] ?? editText(edited, column, language) });
    return edited === line ? errors?.[column] : undefined;
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { group, ...change } = edited;
    actions.run({ type: 'change', key: line.key, change }, text('lines.changed', { name: edited.label }));
    if (group !== line.group) actions.run({ type: 'setGroup', key: line.key, group });
    onClose();
  };
  const isPriced = edited.kind === 'line';
  const unitOptions = withCurrent(units, edited.unit);
  return (
    <Dialog title={text('lines.detailsOf')} bare onClose={onClose}>
      <form onSubmit={save} noValidate>
        <div className="c-dialog-body l-details">
          <Field label={text('lines.column.label')} required error={errorOf('label')}>
            {(control) =>
              findProducts && isPriced ? (
                <ProductField
                  control={control}
                  value={edited.label}
                  onChange={(label) => set({ label })}
                  onPick={(product) => {
                    setTyped({});
                    set(productChange(product, edited, priceEntry));
                  }}
                />
              ) : (
                <Input
                  {...control}
                  value={edited.label}
                  onChange={(event) => set({ label: event.target.value })}
                />
              )
            }
          </Field>
          <Field label={text('lines.description')}>
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={edited.description}
                onChange={(event) => set({ description: event.target.value })}
              />
            )}
          </Field>
          {isPriced && (
            <div className="l-details-row">
              {NUMBERS.map((column) => (
                <Field
                  key={column}
                  mark="required"
                  label={text(`lines.column.${column === 'unitPrice' ? `unitPrice${priceEntry}` : column}`)}
                  error={errorOf(column)}
                >
                  {(control) => (
                    <Input
                      {...control}
                      className="c-num"
                      inputMode="decimal"
                      autoComplete="off"
                      unit={column === 'unitPrice' ? '€' : column === 'quantity' ? undefined : '%'}
                      value={typed[column] ?? editText(edited, column, language)}
                      onChange={(event) => {
                        setTyped({ ...typed, [column]: event.target.value });
                        set(cellChange(column, event.target.value, language, units));
                      }}
                      onBlur={() => setTyped({ ...typed, [column]: undefined })}
                    />
                  )}
                </Field>
              ))}
              <Field mark="required" label={text('lines.column.unit')} error={errorOf('unit')}>
                {(control) => (
                  <Select
                    {...control}
                    empty={text('lines.noUnit')}
                    options={unitOptions.map((unit) => ({ value: unit.id, label: unit.label }))}
                    value={edited.unit?.id ?? ''}
                    onChange={(event) =>
                      set({ unit: unitOptions.find(({ id }) => id === event.target.value) ?? null })
                    }
                  />
                )}
              </Field>
              <Field mark="required" label={text('lines.option')}>
                {(control) => (
                  <Select
                    {...control}
                    options={(['none', 'proposed', 'chosen'] as const).map((option) => ({
                      value: option,
                      label: text(`lines.optionState.${option}`),
                    }))}
                    value={edited.option ?? 'none'}
                    onChange={({ target: { value } }) =>
                      set({ option: value === 'proposed' || value === 'chosen' ? value : null })
                    }
                  />
                )}
              </Field>
            </div>
          )}
          {isPriced && isUntaxed(edited) && (
            <Field
              label={text('lines.vatExemption')}
              error={edited === line ? errors?.['vatExemption'] : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  maxLength={LONGEST_LABEL}
                  value={edited.vatExemption}
                  onChange={(event) => set({ vatExemption: event.target.value })}
                />
              )}
            </Field>
          )}
          {groups.length > 0 && (
            <Field label={text('lines.group')}>
              {(control) => (
                <Select
                  {...control}
                  empty={text('lines.noGroup')}
                  options={groups.map(({ key, label }) => ({
                    value: key,
                    label: label || text('lines.unnamedGroup'),
                  }))}
                  value={edited.group ?? ''}
                  onChange={(event) => set({ group: event.target.value || null })}
                />
              )}
            </Field>
          )}
        </div>
        <DetailsFoot
          rowKey={line.key}
          actions={actions}
          onClose={onClose}
          onRemove={() => {
            actions.remove([line.key]);
          }}
        />
      </form>
    </Dialog>
  );
};

/** A unit that is no longer offered stays chosen. */
const withCurrent = (units: readonly Reference[], current: Reference | null): readonly Reference[] =>
  !current?.id || units.some(({ id }) => id === current.id) ? units : [current, ...units];

const GroupDetails = ({
  group,
  actions,
  onClose,
}: Omit<DetailsProps, 'entry'> & { group: DocumentGroup }) => {
  const text = useResourceText();
  const [edited, setEdited] = useState(group);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { label, description } = edited;
    actions.run(
      { type: 'changeGroup', key: group.key, change: { label: label.trim(), description } },
      text('lines.changed', { name: label }),
    );
    onClose();
  };
  return (
    <Dialog title={text('lines.detailsOfGroup')} bare onClose={onClose}>
      <form onSubmit={save} noValidate>
        <div className="c-dialog-body l-details">
          <Field label={text('lines.groupName')} required>
            {(control) => (
              <Input
                {...control}
                value={edited.label}
                onChange={(event) => setEdited({ ...edited, label: event.target.value })}
              />
            )}
          </Field>
          <Field label={text('lines.description')}>
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={edited.description}
                onChange={(event) => setEdited({ ...edited, description: event.target.value })}
              />
            )}
          </Field>
        </div>
        <DetailsFoot
          rowKey={group.key}
          actions={actions}
          onClose={onClose}
          onRemove={() => {
            actions.remove(actions.membersOf(group.key));
          }}
        />
      </form>
    </Dialog>
  );
};

interface DetailsFootProps {
  rowKey: string;
  actions: LinesActions;
  onRemove: () => void;
  onClose: () => void;
}

const DetailsFoot = ({ rowKey, actions, onRemove, onClose }: DetailsFootProps) => {
  const text = useResourceText();
  return (
    <footer>
      <Button
        kind="danger"
        square
        aria-label={text('lines.remove')}
        title={text('lines.remove')}
        icon={<Trash2 aria-hidden />}
        onClick={() => {
          onRemove();
          onClose();
        }}
      />
      <Button
        kind="quiet"
        square
        aria-label={text('lines.up')}
        title={text('lines.up')}
        icon={<ArrowUp aria-hidden />}
        onClick={() => actions.moveRow(rowKey, -1)}
      />
      <Button
        kind="quiet"
        square
        aria-label={text('lines.down')}
        title={text('lines.down')}
        icon={<ArrowDown aria-hidden />}
        onClick={() => actions.moveRow(rowKey, 1)}
      />
      <span className="c-push" />
      <Button onClick={onClose}>{text('lines.cancel')}</Button>
      <Button kind="main" type="submit">
        {text('lines.apply')}
      </Button>
    </footer>
  );
};
