import { Field, Input } from '@coulisse/ui-kit';

export interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  error?: string | undefined;
  onChange: (value: number) => void;
}

/** An empty field is NaN, which shows as a fault until a number is typed. */
export const NumberField = ({ label, value, error, onChange, ...range }: NumberFieldProps) => (
  <Field label={label} required error={error}>
    {(control) => (
      <Input
        {...control}
        {...range}
        type="number"
        value={Number.isNaN(value) ? '' : value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    )}
  </Field>
);
