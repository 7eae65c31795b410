import type { ComponentType } from 'react';
import type { FormPartProps, ResourceDescriptor } from '@coulisse/mfe-kit';
import { type DraftControl, useDraftValues } from '@coulisse/resource-client/form';

interface FormExtraProps {
  Extra: ComponentType<FormPartProps>;
  descriptor: ResourceDescriptor;
  draft: DraftControl;
}

/** A part of a module, which may read all values. */
export const FormExtra = ({ Extra, descriptor, draft }: FormExtraProps) => {
  const values = useDraftValues(draft, (all) => all);
  return <Extra descriptor={descriptor} values={values} set={draft.set} />;
};
