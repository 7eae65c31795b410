import { Fragment } from 'react';
import { type Choice, MultiPicker } from '@coulisse/ui-kit/complex';
import { useResourceText } from '@coulisse/resource-client';
import type { EditProps, FieldKindView, ShowProps } from './kind';
import { asChoice, RefLink, useRefSearch } from './ref-field';

const choices = (value: unknown): Choice[] =>
  (Array.isArray(value) ? value : []).map(asChoice).filter((choice): choice is Choice => choice !== null);

const Show = ({ field, value, compact }: ShowProps) => (
  <>
    {choices(value).map((choice, index) => (
      <Fragment key={choice.id}>
        {index > 0 && ', '}
        <RefLink field={field} choice={choice} compact={compact} />
      </Fragment>
    ))}
  </>
);

const Edit = ({ field, value, onChange, control, disabled }: EditProps) => (
  <MultiPicker
    value={choices(value)}
    onChange={onChange}
    search={useRefSearch(field)}
    control={control}
    disabled={disabled}
    placeholder={useResourceText()('ref.search')}
  />
);

export const refsField: FieldKindView = {
  Show,
  Edit,
  text: (value) =>
    choices(value)
      .map((choice) => choice.label)
      .join(', '),
  large: true,
  filters: [],
};
