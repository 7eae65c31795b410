import type { ScalarType, TemplateFormat } from './keywords';
import type { AttributeKind } from './allowed-markup';
import { forbiddenStyle } from './check-style';
import type { TemplateErrorCode } from './template-error';

/** A part of an attribute or of a style: text of the template, or a value of a type. */
export type Part = { readonly text: string } | { readonly type: ScalarType };

/** The value of an attribute: its parts; `mixed` when some depend on a condition or are repeated. */
export interface AttributeValue {
  readonly parts: readonly Part[];
  readonly mixed: boolean;
}

const textOf = (parts: readonly Part[], placeholder: string): string =>
  parts.map((part) => ('text' in part ? part.text : placeholder)).join('');

/** Begins with a scheme and, for the web, with a complete host. */
const LINK = /^(?:https?:\/\/[a-z0-9.:-]+(?:[/?#]|$)|mailto:|tel:|#)/i;
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/=\s]+$/i;
const REMOTE_PICTURE = /^https:\/\/[a-z0-9.:-]+\//i;
/** A value inside a style cannot hold anything but these. */
const STYLE_TYPES: ReadonlySet<ScalarType> = new Set(['color', 'number']);

const LINK_TYPES: ReadonlySet<ScalarType> = new Set(['url']);
const PICTURE_TYPES: ReadonlySet<ScalarType> = new Set(['image', 'qrCode']);

/** Refusal of an attribute's value. */
export type Refusal = { code: TemplateErrorCode; detail: string } | null;

export function checkAttribute(kind: AttributeKind, value: AttributeValue, format: TemplateFormat): Refusal {
  if (kind === 'link' || kind === 'picture') return checkAddress(kind, value, format);
  if (kind === 'style') return checkStyle(value);
  if (kind === 'charset' && !/^utf-8$/i.test(textOf(value.parts, '{}')))
    return { code: 'template.forbidden-attribute', detail: 'charset' };
  return null;
}

export function checkStyle({ parts, mixed }: AttributeValue): Refusal {
  const unsafe = parts.find((part) => 'type' in part && !STYLE_TYPES.has(part.type));
  if (unsafe && 'type' in unsafe) return { code: 'template.value-position', detail: unsafe.type };
  const detail = forbiddenStyle({ text: textOf(parts, '0'), mixed });
  return detail === null ? null : { code: 'template.forbidden-style', detail };
}

function checkAddress(
  kind: 'link' | 'picture',
  { parts, mixed }: AttributeValue,
  format: TemplateFormat,
): Refusal {
  const [first] = parts;
  const text = textOf(parts, '');
  const refused: Refusal = { code: 'template.forbidden-address', detail: text.slice(0, 60) };
  if (mixed) return refused;
  if (first === undefined) return null;
  const single = parts.length === 1;
  if ('type' in first)
    return single && (kind === 'link' ? LINK_TYPES : PICTURE_TYPES).has(first.type) ? null : refused;
  if (kind === 'link') return LINK.test(first.text) ? null : refused;
  if (single && PICTURE.test(first.text)) return null;
  return single && format === 'mail' && REMOTE_PICTURE.test(first.text) ? null : refused;
}
