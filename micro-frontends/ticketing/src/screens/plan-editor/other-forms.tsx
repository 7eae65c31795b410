import { useTranslation } from 'react-i18next';
import { Check, Field, Input } from '@coulisse/ui-kit';
import type { PlanOutline, PlanText } from '@coulisse/seat-plan';
import { NumberField } from './number-field';

/** Fields of a text on the plan. */
export const TextForm = ({
  text,
  onChange,
}: {
  text: PlanText;
  onChange: (change: Partial<PlanText>) => void;
}) => {
  const { t } = useTranslation('ticketing');
  return (
    <fieldset className="t-block">
      <legend className="c-hidden">{t('plan.text')}</legend>
      <Field label={t('plan.text')} required error={text.text.trim() ? undefined : t('plan.text.empty')}>
        {(control) => (
          <Input
            {...control}
            maxLength={80}
            value={text.text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        )}
      </Field>
      <div className="t-grid t-grid-3">
        <NumberField
          label={t('plan.text.size')}
          value={text.size}
          {...{ min: 6, max: 200 }}
          onChange={(size) => onChange({ size })}
        />
        <NumberField
          label={t('plan.block.rotation')}
          value={text.rotation}
          {...{ min: -360, max: 360 }}
          onChange={(rotation) => onChange({ rotation })}
        />
      </div>
    </fieldset>
  );
};

/** What can be changed of a line. */
export const OutlineForm = ({
  outline,
  onChange,
}: {
  outline: PlanOutline;
  onChange: (change: Partial<PlanOutline>) => void;
}) => {
  const { t } = useTranslation('ticketing');
  return (
    <fieldset className="t-block">
      <legend className="c-hidden">{t('plan.item.outline')}</legend>
      <Check
        label={t('plan.outline.closed')}
        checked={outline.isClosed}
        onChange={(event) => onChange({ isClosed: event.target.checked })}
      />
    </fieldset>
  );
};
