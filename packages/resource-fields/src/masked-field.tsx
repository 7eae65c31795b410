import type { Identifier } from '@coulisse/identifiers';
import { asText, type FieldKindView } from './kind';
import { type Mask, NARROW } from './mask';
import { MaskedInput } from './masked-input';

interface MaskedKind {
  identifier: Identifier;
  /** Maximum number of significant characters. */
  max: number;
  /** True when no character is missing: errors may then be shown while typing. */
  isComplete: (clean: string) => boolean;
  /** Text key of the error. */
  wrong: string;
  only?: 'digits';
}

export const identifierMask = (identifier: Identifier, max: number, only?: 'digits'): Mask => ({
  clean: (typed) =>
    identifier
      .tidy(typed)
      .replace(only === 'digits' ? /\D/g : /[^A-Z0-9]/g, '')
      .slice(0, max),
  group: (clean) => identifier.format(clean).replaceAll(' ', NARROW),
});

/** A number with a fixed format: shown in groups, stored without spaces, checked as soon as it is complete. */
export const maskedField = ({ identifier, max, isComplete, wrong, only }: MaskedKind): FieldKindView => {
  const mask = identifierMask(identifier, max, only);
  const grouped = (value: unknown) => mask.group(mask.clean(asText(value)));
  return {
    // A long number may wrap between two groups.
    Show: ({ value }) => <span className="r-number r-grouped">{grouped(value).replaceAll(NARROW, ' ')}</span>,
    Edit: ({ value, onChange, control, disabled }) => (
      <MaskedInput
        {...control}
        mask={mask}
        inputMode={only === 'digits' ? 'numeric' : 'text'}
        autoCapitalize={only === 'digits' ? undefined : 'characters'}
        value={asText(value)}
        onChange={onChange}
        disabled={disabled}
      />
    ),
    text: grouped,
    check: (value, left) => {
      const clean = mask.clean(asText(value));
      if (!clean || !(left || isComplete(clean))) return null;
      return identifier.isValid(clean) ? null : wrong;
    },
    filters: ['eq', 'contains', 'empty'],
  };
};
