import type { ReactNode } from 'react';
import { Input } from '@coulisse/ui-kit';
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

const link = (type: 'email' | 'tel' | 'url', href: (value: string) => string, autoComplete: string): FieldKindView => ({
  Show: ({ value, compact }) => {
    const written = asText(value);
    return compact || !written ? <>{written}</> : <a href={href(written)}>{breakable(written)}</a>;
  },
  Edit: ({ field, value, onChange, control, disabled }) => (
    <Input {...control} type={type} autoComplete={autoComplete} maxLength={field.max} value={asText(value)} disabled={disabled} onChange={(event) => onChange(event.target.value)} />
  ),
  text: asText,
  filters: ['contains', 'eq', 'empty'],
});

export const emailField = link('email', (value) => `mailto:${value}`, 'off');
export const phoneField = link('tel', (value) => `tel:${value.replace(/[^\d+]/g, '')}`, 'off');
/** Only http addresses become links: a `javascript:` one stays text. */
export const urlField = link('url', (value) => (/^https?:\/\//i.test(value) ? value : `https://${value}`), 'off');
