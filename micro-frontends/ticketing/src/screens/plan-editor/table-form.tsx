import { useTranslation } from 'react-i18next';
import { Field, Input, Select } from '@coulisse/ui-kit';
import { leastSize, type PlanTable } from '@coulisse/seat-plan';
import type { Category } from '../../api-types';
import { categoryOptions } from './block-form';
import { ListInput } from './list-input';
import { NumberField } from './number-field';
import { parseNumbers } from './plan-draft';

const NUMBERINGS = ['LEFT_TO_RIGHT', 'ODD', 'EVEN'] as const;
const MARKS = ['accessible', 'companions', 'blocked'] as const;

export interface TableFormProps {
  table: PlanTable;
  categories: readonly Category[];
  /** Names of the invalid fields of this table. */
  wrong: readonly string[];
  onChange: (change: Partial<PlanTable>) => void;
}

/** A table that became too small for its chairs grows to the least size. */
export const withRoom = (table: PlanTable): Partial<PlanTable> => {
  const least = leastSize(table.form, table.chairs || 1, table.ends || 0);
  const width = Math.max(table.width || 0, least.width);
  return { width, depth: table.form === 'ROUND' ? width : Math.max(table.depth || 0, least.depth) };
};

/** Fields of one table. */
export const TableForm = ({ table, categories, wrong, onChange }: TableFormProps) => {
  const { t } = useTranslation('ticketing');
  const error = (field: string) => (wrong.includes(field) ? t('plan.out-of-range') : undefined);
  const resize = (change: Partial<PlanTable>) =>
    onChange({ ...change, ...withRoom({ ...table, ...change }) });
  const number = (
    field: 'chairs' | 'ends' | 'firstSeat' | 'width' | 'depth' | 'x' | 'y' | 'rotation',
    [min, max]: [number, number],
    change: (value: number) => void = (value) => onChange({ [field]: value }),
  ) => (
    <NumberField
      label={t(`plan.table.${field}`)}
      value={table[field]}
      {...{ min, max }}
      error={error(field)}
      onChange={change}
    />
  );
  const isRound = table.form === 'ROUND';
  return (
    <fieldset className="t-block">
      <legend className="c-hidden">{t('plan.item.table', { name: table.label })}</legend>
      <div className="t-grid">
        <Field label={t('plan.table.label')} required error={error('label')}>
          {(control) => (
            <Input
              {...control}
              maxLength={8}
              value={table.label}
              onChange={(event) => onChange({ label: event.target.value.toUpperCase().replace(/\s/g, '') })}
            />
          )}
        </Field>
        <Field label={t('plan.table.form')} required>
          {(control) => (
            <Select
              {...control}
              value={table.form}
              options={(['ROUND', 'RECTANGLE'] as const).map((value) => ({
                value,
                label: t(`plan.table.form.${value}`),
              }))}
              onChange={(event) => {
                const form = event.target.value as PlanTable['form'];
                onChange({ form, ...leastSize(form, table.chairs || 1, table.ends || 0) });
              }}
            />
          )}
        </Field>
        <Field label={t('plan.block.category')} required>
          {(control) => (
            <Select
              {...control}
              value={table.categoryId}
              options={categoryOptions(categories, table.categoryId, t('plan.category.missing'))}
              onChange={(event) => onChange({ categoryId: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('plan.table.numbering')} required>
          {(control) => (
            <Select
              {...control}
              value={table.numbering}
              options={NUMBERINGS.map((value) => ({ value, label: t(`plan.table.numbering.${value}`) }))}
              onChange={(event) => onChange({ numbering: event.target.value as PlanTable['numbering'] })}
            />
          )}
        </Field>
      </div>
      <div className="t-grid t-grid-3">
        {number('chairs', [1, 40], (chairs) => resize({ chairs }))}
        {!isRound && number('ends', [0, 20], (ends) => resize({ ends }))}
        {number('firstSeat', [1, 999])}
        {isRound ? (
          <NumberField
            label={t('plan.table.diameter')}
            value={table.width}
            {...{ min: 20, max: 2000 }}
            error={error('width')}
            onChange={(width) => onChange({ width, depth: width })}
          />
        ) : (
          <>
            {number('width', [20, 2000])}
            {number('depth', [20, 2000])}
          </>
        )}
        {number('x', [-20_000, 20_000])}
        {number('y', [-20_000, 20_000])}
        {number('rotation', [-360, 360])}
      </div>
      {MARKS.map((mark) => (
        <Field key={mark} label={t(`plan.table.${mark}`)} help={t('plan.table.marks.help')}>
          {(control) => (
            <ListInput
              control={control}
              value={table[mark] ?? []}
              parse={(typed) => parseNumbers(typed).map(String)}
              onChange={(keys) => onChange({ [mark]: keys })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
};
