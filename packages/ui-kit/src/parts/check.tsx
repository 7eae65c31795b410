import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

export interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export const Check = ({ label, ...rest }: CheckProps) => (
  <label className="c-check">
    <input type="checkbox" {...rest} />
    <span>{label}</span>
  </label>
);
