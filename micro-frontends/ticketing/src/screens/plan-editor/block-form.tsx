import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, Field, Input, Select } from '@coulisse/ui-kit';
import type { PlanBlock } from '@coulisse/seat-plan';
import type { Category } from '../../api-types';
import { ListInput } from './list-input';
import { parseNumbers, parseSeats } from './plan-draft';

const NUMBERS = [
  ['rows', 1, 60],
  ['seatsPerRow', 1, 80],
  ['firstSeat', 1, 999],
  ['curve', -200, 200],
  ['x', -2000, 2000],
  ['y', -2000, 2000],
] as const;

export interface BlockFormProps {
  block: PlanBlock;
  categories: readonly Category[];
  /** Names of the invalid fields of this block. */
  wrong: readonly string[];
  onChange: (change: Partial<PlanBlock>) => void;
  onRemove: () => void;
}

/** Fields of one block of rows. */
export const BlockForm = ({ block, categories, wrong, onChange, onRemove }: BlockFormProps) => {
  const { t } = useTranslation('ticketing');
  const error = (field: string) => (wrong.includes(field) ? t('plan.out-of-range') : undefined);
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
              options={categories.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => onChange({ categoryId: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="t-grid t-grid-3">
        {NUMBERS.map(([field, min, max]) => (
          <Field key={field} label={t(`plan.block.${field}`)} required error={error(field)}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min={min}
                max={max}
                value={Number.isNaN(block[field]) ? '' : block[field]}
                onChange={(event) => onChange({ [field]: event.target.valueAsNumber })}
              />
            )}
          </Field>
        ))}
      </div>
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
              options={(['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'ODD_EVEN'] as const).map((value) => ({
                value,
                label: t(`plan.numbering.${value}`),
              }))}
              onChange={(event) => onChange({ numbering: event.target.value as PlanBlock['numbering'] })}
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
      <Button kind="danger" size="small" icon={<Trash2 className="c-icon" aria-hidden />} onClick={onRemove}>
        {t('plan.block.remove')}
      </Button>
    </fieldset>
  );
};
