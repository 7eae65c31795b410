import { Minus, Plus } from 'lucide-react';
import { useUiText } from './use-ui-text';

export interface StepperProps {
  value: number;
  onChange: (value: number) => void;
  label: string;
  min?: number;
  max?: number;
}

export const Stepper = ({ value, onChange, label, min = 0, max = Number.MAX_SAFE_INTEGER }: StepperProps) => {
  const text = useUiText();
  return (
    <span className="c-stepper" role="group" aria-label={label}>
      <button
        type="button"
        aria-label={text('stepper.less')}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Minus className="c-icon" aria-hidden />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label={text('stepper.more')}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus className="c-icon" aria-hidden />
      </button>
    </span>
  );
};
