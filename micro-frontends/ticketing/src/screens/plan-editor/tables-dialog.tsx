import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog, Field, Input, Select } from '@coulisse/ui-kit';
import type { PlanTable, TableGrid } from '@coulisse/seat-plan';
import type { Category } from '../../api-types';
import { NumberField } from './number-field';

export type TableChoice = Omit<TableGrid, 'x' | 'y'>;

export interface TablesDialogProps {
  firstLabel: string;
  categories: readonly Category[];
  onGenerate: (choice: TableChoice) => void;
  onClose: () => void;
}

const RANGES = {
  columns: [1, 40],
  rows: [1, 40],
  chairs: [1, 40],
  ends: [0, 20],
  gap: [0, 400],
} as const satisfies Partial<Record<keyof TableChoice, readonly [number, number]>>;
type NumberKey = keyof typeof RANGES;
/** A plan may have so many tables. */
const MAX_TABLES = 1000;

const isValid = (choice: TableChoice): boolean =>
  (Object.keys(RANGES) as NumberKey[]).every((key) => {
    const [min, max] = RANGES[key];
    return Number.isInteger(choice[key]) && choice[key] >= min && choice[key] <= max;
  }) &&
  choice.columns * choice.rows <= MAX_TABLES &&
  /^[A-Z0-9]{1,6}$/.test(choice.firstLabel);

/** Generator of equal tables in columns and rows. */
export const TablesDialog = ({ firstLabel, categories, onGenerate, onClose }: TablesDialogProps) => {
  const { t } = useTranslation('ticketing');
  const [choice, setChoice] = useState<TableChoice>({
    columns: 4,
    rows: 2,
    firstLabel,
    form: 'ROUND',
    chairs: 8,
    ends: 0,
    categoryId: categories[0]?.id ?? '',
    gap: 12,
  });
  const set = (part: Partial<TableChoice>) => setChoice({ ...choice, ...part });
  const keys = (Object.keys(RANGES) as NumberKey[]).filter(
    (key) => key !== 'ends' || choice.form === 'RECTANGLE',
  );
  return (
    <Dialog
      title={t('plan.tables.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('plan.tables.cancel')}</Button>
          <Button
            kind="main"
            disabledBecause={isValid(choice) ? undefined : t('plan.fix-first')}
            onClick={() => onGenerate(choice)}
          >
            {t('plan.tables.generate', { count: choice.columns * choice.rows || 0 })}
          </Button>
        </>
      }
    >
      <div className="t-grid">
        <Field label={t('plan.table.form')} required>
          {(control) => (
            <Select
              {...control}
              value={choice.form}
              options={(['ROUND', 'RECTANGLE'] as const).map((value) => ({
                value,
                label: t(`plan.table.form.${value}`),
              }))}
              onChange={(event) => set({ form: event.target.value as PlanTable['form'] })}
            />
          )}
        </Field>
        <Field label={t('plan.block.category')} required>
          {(control) => (
            <Select
              {...control}
              value={choice.categoryId}
              options={categories.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => set({ categoryId: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('plan.tables.firstLabel')} help={t('plan.tables.firstLabel.help')} required>
          {(control) => (
            <Input
              {...control}
              maxLength={6}
              value={choice.firstLabel}
              onChange={(event) => set({ firstLabel: event.target.value.toUpperCase().replace(/\s/g, '') })}
            />
          )}
        </Field>
        {keys.map((key) => (
          <NumberField
            key={key}
            label={t(`plan.tables.${key}`)}
            value={choice[key]}
            min={RANGES[key][0]}
            max={RANGES[key][1]}
            onChange={(value) => set({ [key]: value })}
          />
        ))}
      </div>
    </Dialog>
  );
};
