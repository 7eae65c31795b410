import { useTranslation } from 'react-i18next';
import { Field, Input, Select } from '@coulisse/ui-kit';
import type { PlanBlock } from '@coulisse/seat-plan';
import type { Category } from '../../api-types';
import { ListInput } from './list-input';
import { NumberField } from './number-field';
import { parseNumbers, parseSeats, withCategory } from './plan-draft';

const SIZE = [
  ['rows', 1, 60],
  ['seatsPerRow', 1, 80],
  ['firstSeat', 1, 999],
] as const;
const PLACE = [
  ['x', -20_000, 20_000],
  ['y', -20_000, 20_000],
  ['rotation', -360, 360],
  ['rowSpacing', 18, 400],
  ['seatSpacing', 18, 400],
  ['curve', -2000, 2000],
  ['radius', 0, 20_000],
  ['growth', 0, 10],
] as const;
export const NUMBERINGS = ['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'ODD_EVEN', 'ODD', 'EVEN'] as const;

export interface BlockFormProps {
  block: PlanBlock;
  categories: readonly Category[];
  /** Names of the invalid fields of this block. */
  wrong: readonly string[];
  onChange: (change: Partial<PlanBlock>) => void;
}

/** The categories, and an empty entry for an item that has none. */
export const categoryOptions = (categories: readonly Category[], categoryId: string, missing: string) => [
  ...(categories.some(({ id }) => id === categoryId) ? [] : [{ value: categoryId, label: missing }]),
  ...categories.map(({ id, name }) => ({ value: id, label: name })),
];

/** Fields of one block of rows. */
export const BlockForm = ({ block, categories, wrong, onChange }: BlockFormProps) => {
  const { t } = useTranslation('ticketing');
  const error = (field: string) => (wrong.includes(field) ? t('plan.out-of-range') : undefined);
  const numbers = (fields: typeof SIZE | typeof PLACE) => (
    <div className="t-grid t-grid-3">
      {fields.map(([field, min, max]) => (
        <NumberField
          key={field}
          label={t(`plan.block.${field}`)}
          value={block[field] ?? 0}
          {...{ min, max }}
          error={error(field)}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
    </div>
  );
  return (
    <fieldset className="t-block">
      <legend className="c-hidden">{block.name}</legend>
      <div className="t-grid">
        <Field label={t('plan.block.name')} required>
          {(control) => (
            <Input
              {...control}
              value={block.name}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('plan.block.category')} required>
          {(control) => (
            <Select
              {...control}
              value={block.categoryId}
              options={categoryOptions(categories, block.categoryId, t('plan.category.missing'))}
              onChange={(event) => onChange(withCategory(block, event.target.value, categories))}
            />
          )}
        </Field>
      </div>
      {numbers(SIZE)}
      <div className="t-grid">
        <Field label={t('plan.block.firstRow')} required error={error('firstRow')}>
          {(control) => (
            <Input
              {...control}
              maxLength={2}
              value={block.firstRow}
              onChange={(event) => onChange({ firstRow: event.target.value.toUpperCase() })}
            />
          )}
        </Field>
        <Field label={t('plan.block.numbering')} required>
          {(control) => (
            <Select
              {...control}
              value={block.numbering}
              options={NUMBERINGS.map((value) => ({
                value,
                label: t(`plan.numbering.${value}`),
              }))}
              onChange={(event) => onChange({ numbering: event.target.value as PlanBlock['numbering'] })}
            />
          )}
        </Field>
        <Field
          label={t('plan.block.skipLetters')}
          help={t('plan.block.skipLetters.help')}
          error={error('skipLetters')}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={10}
              value={block.skipLetters ?? ''}
              onChange={(event) => onChange({ skipLetters: event.target.value.toUpperCase() })}
            />
          )}
        </Field>
        <Field label={t('plan.block.aisles')} help={t('plan.block.aisles.help')}>
          {(control) => (
            <ListInput
              control={control}
              value={block.aisleAfter}
              parse={parseNumbers}
              onChange={(aisleAfter) => onChange({ aisleAfter })}
            />
          )}
        </Field>
        <Field label={t('plan.block.accessible')} help={t('plan.block.accessible.help')}>
          {(control) => (
            <ListInput
              control={control}
              value={block.accessible}
              parse={parseSeats}
              onChange={(accessible) => onChange({ accessible })}
            />
          )}
        </Field>
      </div>
      {numbers(PLACE)}
    </fieldset>
  );
};
