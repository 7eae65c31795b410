import type {
  InputHTMLAttributes,
  ReactNode,
  Ref,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import { classes } from '../format';

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** A unit at the right: €, %. */
  unit?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export const Input = ({ unit, className, ...rest }: InputProps) => {
  const input = <input {...rest} className={classes('c-input', className)} />;
  if (!unit) return input;
  return (
    <span className="c-affix">
      {input}
      <span aria-hidden>{unit}</span>
    </span>
  );
};

export const Textarea = ({
  className,
  rows = 4,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) => (
  <textarea rows={rows} {...rest} className={classes('c-input', className)} />
);

export interface Option {
  value: string;
  label: string;
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly Option[];
  /** Label of the first option, whose value is empty. */
  empty?: string;
  ref?: Ref<HTMLSelectElement>;
}

export const Select = ({ options, empty, className, ...rest }: SelectProps) => (
  <select {...rest} className={classes('c-input', className)}>
    {empty !== undefined && <option value="">{empty}</option>}
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);
