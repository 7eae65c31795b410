import type { ReactNode } from 'react';
import { Input } from '@coulisse/ui-kit';
import { isEmpty } from '@coulisse/resource-client';
import { asText, type FieldKindView } from './kind';

/** A long address wraps before the @, not in the middle of a word. */
const breakable = (written: string): ReactNode => {
  const at = written.lastIndexOf('@');
  if (at < 1) return written;
  return (
    <>
      {written.slice(0, at)}
      <wbr />
      {written.slice(at)}
    </>
  );
};

interface LinkKind {
  type: 'email' | 'url';
  href: (value: string) => string;
  /** Completes the typed text on blur. */
  complete?: (typed: string) => string;
  isRight: (value: string) => boolean;
}

const link = ({ type, href, complete, isRight }: LinkKind): FieldKindView => ({
  Show: ({ value, compact }) => {
    const written = asText(value);
    if (compact || !written) return <>{written}</>;
    return <a href={href(written)}>{breakable(written)}</a>;
  },
  Edit: ({ field, value, onChange, control, disabled }) => (
    <Input
      {...control}
      type={type}
      autoComplete="off"
      maxLength={field.max}
      value={asText(value)}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => complete && event.target.value && onChange(complete(event.target.value))}
    />
  ),
  text: asText,
  check: (value, left) =>
    left && !isEmpty(value) && !isRight(asText(value).trim()) ? `field.wrong.${type}` : null,
  filters: ['contains', 'eq', 'empty'],
});

export const emailField = link({
  type: 'email',
  href: (value) => `mailto:${value}`,
  isRight: (value) => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(value),
});
/** Only http(s) URLs become links: a `javascript:` URL stays text. */
export const urlField = link({
  type: 'url',
  href: (value) => (/^https?:\/\//i.test(value) ? value : `https://${value}`),
  complete: (typed) => (/^[^\s:/]+\.[^\s:]+$/.test(typed.trim()) ? `https://${typed.trim()}` : typed),
  isRight: (value) => /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(value) || /^https?:\/\/localhost/i.test(value),
});
