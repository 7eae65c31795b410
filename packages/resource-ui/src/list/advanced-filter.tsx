import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, Dialog, Select, useLanguage, useUiText } from '@coulisse/ui-kit';
import {
  countDrafts,
  DEEPEST,
  type DraftGroup,
  draftOf,
  type DraftRule,
  type FilterGroup,
  type FilterOp,
  groupOf,
  isDraftGroup,
  MOST_RULES,
  newDraftGroup,
  newDraftRule,
  operatorsOf,
  unfinished,
  useResourceText,
} from '@coulisse/resource-client';
import { initialValue } from './filter-editor';
import { FilterValue } from './filter-value';

interface AdvancedFilterProps {
  fields: readonly FieldDescriptor[];
  group: FilterGroup | null;
  onApply: (group: FilterGroup | null) => void;
  onClose: () => void;
}

/** Operators of a condition; here the two bounds of a range are two conditions. */
const opsOf = (field: FieldDescriptor): FilterOp[] =>
  operatorsOf(field).filter((op): op is FilterOp => op !== 'between');

const blankRule = (field: FieldDescriptor): DraftRule => {
  const op = opsOf(field)[0] ?? 'eq';
  return newDraftRule(field.name, op, initialValue(field, op));
};

/** Editor of nested groups of conditions joined by "and" and "or". */
export const AdvancedFilter = ({ fields, group, onApply, onClose }: AdvancedFilterProps) => {
  const text = useResourceText();
  const uiText = useUiText();
  const [first] = fields;
  const [draft, setDraft] = useState<DraftGroup>(() =>
    group ? draftOf(group, fields) : newDraftGroup('all', first ? [blankRule(first)] : []),
  );
  const [checked, setChecked] = useState(false);
  const missing = unfinished(draft, fields);
  const apply = () => {
    setChecked(true);
    if (missing.length === 0) onApply(groupOf(draft, fields));
  };
  return (
    <Dialog
      size="large"
      title={text('list.advanced.title')}
      onClose={onClose}
      footer={
        <>
          {group && (
            <Button kind="danger" onClick={() => onApply(null)}>
              {text('list.filter.delete')}
            </Button>
          )}
          <span className="c-push c-actions">
            <Button onClick={onClose}>{uiText('action.cancel')}</Button>
            <Button kind="main" data-testid="advanced-apply" onClick={apply}>
              {text('list.filter.apply')}
            </Button>
          </span>
        </>
      }
    >
      <p className="c-soft r-advanced-note">{text('list.advanced.help')}</p>
      <GroupEditor
        group={draft}
        fields={fields}
        depth={1}
        full={countDrafts(draft) >= MOST_RULES}
        missing={checked ? missing : []}
        onChange={setDraft}
      />
    </Dialog>
  );
};

interface GroupEditorProps {
  group: DraftGroup;
  fields: readonly FieldDescriptor[];
  depth: number;
  /** The maximum number of conditions is reached. */
  full: boolean;
  missing: readonly string[];
  onChange: (group: DraftGroup) => void;
  onRemove?: () => void;
}

const GroupEditor = ({ group, fields, depth, full, missing, onChange, onRemove }: GroupEditorProps) => {
  const text = useResourceText();
  const [first] = fields;
  const put = (rules: DraftGroup['rules']) => onChange({ ...group, rules });
  const replace = (key: string, next: DraftRule | DraftGroup | null) =>
    put(group.rules.flatMap((rule) => (rule.key === key ? (next ? [next] : []) : [rule])));
  return (
    <div className="r-group" role="group" aria-label={text('list.advanced.group')}>
      <div className="r-group-head">
        <Select
          aria-label={text('list.advanced.match')}
          data-testid="group-match"
          options={[
            { value: 'all', label: text('list.advanced.all') },
            { value: 'any', label: text('list.advanced.any') },
          ]}
          value={group.match}
          onChange={(event) => onChange({ ...group, match: event.target.value === 'any' ? 'any' : 'all' })}
        />
        {onRemove && <Bin label={text('list.advanced.removeGroup')} onClick={onRemove} />}
      </div>
      {group.rules.map((rule) =>
        isDraftGroup(rule) ? (
          <GroupEditor
            key={rule.key}
            group={rule}
            fields={fields}
            depth={depth + 1}
            full={full}
            missing={missing}
            onChange={(next) => replace(rule.key, next)}
            onRemove={() => replace(rule.key, null)}
          />
        ) : (
          <RuleEditor
            key={rule.key}
            rule={rule}
            fields={fields}
            missing={missing.includes(rule.key)}
            onChange={(next) => replace(rule.key, next)}
            onRemove={() => replace(rule.key, null)}
          />
        ),
      )}
      {first && (
        <div className="c-actions">
          <Button
            kind="quiet"
            size="small"
            icon={<Plus aria-hidden />}
            disabledBecause={full ? text('list.advanced.full', { count: MOST_RULES }) : undefined}
            data-testid="rule-add"
            onClick={() => put([...group.rules, blankRule(first)])}
          >
            {text('list.advanced.addRule')}
          </Button>
          {depth < DEEPEST && (
            <Button
              kind="quiet"
              size="small"
              icon={<Plus aria-hidden />}
              disabledBecause={full ? text('list.advanced.full', { count: MOST_RULES }) : undefined}
              data-testid="group-add"
              onClick={() =>
                put([
                  ...group.rules,
                  newDraftGroup(group.match === 'all' ? 'any' : 'all', [blankRule(first)]),
                ])
              }
            >
              {text('list.advanced.addGroup')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
};

interface RuleEditorProps {
  rule: DraftRule;
  fields: readonly FieldDescriptor[];
  missing: boolean;
  onChange: (rule: DraftRule) => void;
  onRemove: () => void;
}

const RuleEditor = ({ rule, fields, missing, onChange, onRemove }: RuleEditorProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const field = fields.find(({ name }) => name === rule.field);
  if (!field) return null;
  return (
    <div className="r-rule" data-missing={missing || undefined}>
      <Select
        aria-label={text('list.filter.field')}
        options={fields.map((choice) => ({ value: choice.name, label: choice.label[language] }))}
        value={rule.field}
        onChange={(event) => {
          const next = fields.find(({ name }) => name === event.target.value);
          if (next) onChange({ ...blankRule(next), key: rule.key });
        }}
      />
      <Select
        aria-label={text('list.filter.op')}
        options={opsOf(field).map((op) => ({ value: op, label: text(`op.${op}`) }))}
        value={rule.op}
        onChange={(event) => {
          const op = opsOf(field).find((candidate) => candidate === event.target.value) ?? rule.op;
          const keeps = Array.isArray(rule.value) === (op === 'in') && op !== 'empty' && rule.op !== 'empty';
          onChange({ ...rule, op, value: keeps ? rule.value : initialValue(field, op) });
        }}
      />
      <div className="r-rule-value">
        <FilterValue
          key={`${rule.field}.${rule.op}`}
          field={field}
          op={rule.op}
          value={rule.value}
          onChange={(value) => onChange({ ...rule, value })}
        />
        {missing && (
          <span className="c-error" role="alert">
            {text('list.advanced.missing')}
          </span>
        )}
      </div>
      <Bin label={text('list.advanced.removeRule')} onClick={onRemove} />
    </div>
  );
};

const Bin = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button
    kind="quiet"
    size="small"
    square
    aria-label={label}
    title={label}
    icon={<Trash2 aria-hidden />}
    onClick={onClick}
  />
);
