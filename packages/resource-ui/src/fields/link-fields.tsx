import type { ReactNode } from 'react';
import { formatPhone, Input } from '@coulisse/ui-kit';
import { asText, type FieldKindView } from './kind';

/** A long address breaks before its sign, not in the middle of a word. */
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
  type: 'email' | 'tel' | 'url';
  href: (value: string) => string;
  shown?: (value: string) => string;
}

const link = ({ type, href, shown = (value) => value }: LinkKind): FieldKindView => ({
  Show: ({ value, compact }) => {
    const written = asText(value);
    if (compact || !written) return <>{shown(written)}</>;
    return <a href={href(written)}>{breakable(shown(written))}</a>;
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
    />
  ),
  text: (value) => shown(asText(value)),
  filters: ['contains', 'eq', 'empty'],
});

export const emailField = link({ type: 'email', href: (value) => `mailto:${value}` });
export const phoneField = link({
  type: 'tel',
  href: (value) => `tel:${value.replace(/[^\d+]/g, '')}`,
  shown: formatPhone,
});
/** Only http addresses become links: a `javascript:` one stays text. */
export const urlField = link({
  type: 'url',
  href: (value) => (/^https?:\/\//i.test(value) ? value : `https://${value}`),
});
