import { useEffect } from 'react';
import type { Shape } from '@coulisse/identifiers/shapes';
import { asText, type EditProps, type FieldKindView } from './kind';
import { type Mask, NARROW } from './mask';
import { MaskedInput } from './masked-input';
import { checksIfLoaded, loadChecks } from './number-libraries';

interface MaskedKind {
  shape: Shape;
  /** Its name among the checked identifiers. */
  name: 'siren' | 'siret' | 'vatNumber' | 'nir' | 'iban' | 'bic';
  /** Maximum number of significant characters. */
  max: number;
  /** True when no character is missing: errors may then be shown while typing. */
  isComplete: (clean: string) => boolean;
  /** Text key of the error. */
  wrong: string;
  only?: 'digits';
}

export const identifierMask = (shape: Shape, max: number, only?: 'digits'): Mask => ({
  clean: (typed) =>
    shape
      .tidy(typed)
      .replace(only === 'digits' ? /\D/g : /[^A-Z0-9]/g, '')
      .slice(0, max),
  group: (clean) => shape.format(clean).replaceAll(' ', NARROW),
});

/** A number with a fixed format: shown in groups, stored without spaces, checked as soon as it is complete. */
export const maskedField = ({ shape, name, max, isComplete, wrong, only }: MaskedKind): FieldKindView => {
  const mask = identifierMask(shape, max, only);
  const grouped = (value: unknown) => mask.group(mask.clean(asText(value)));
  const Edit = ({ value, onChange, control, disabled }: EditProps) => {
    useEffect(() => void loadChecks().catch(() => undefined), []);
    return (
      <MaskedInput
        {...control}
        mask={mask}
        inputMode={only === 'digits' ? 'numeric' : 'text'}
        autoCapitalize={only === 'digits' ? undefined : 'characters'}
        value={asText(value)}
        onChange={onChange}
        disabled={disabled}
      />
    );
  };
  return {
    // A long number may wrap between two groups.
    Show: ({ value }) => <span className="r-number r-grouped">{grouped(value).replaceAll(NARROW, ' ')}</span>,
    Edit,
    text: grouped,
    check: (value, left) => {
      const clean = mask.clean(asText(value));
      if (!clean || !(left || isComplete(clean))) return null;
      // Before the checks are loaded, the service decides alone.
      return (checksIfLoaded()?.[name].isValid(clean) ?? true) ? null : wrong;
    },
    filters: ['eq', 'contains', 'empty'],
  };
};
