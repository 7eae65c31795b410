import { useMemo } from 'react';
import { ResourceScopeProvider } from '@coulisse/resource-client';
import {
  createSampleServer,
  sampleDescriptor,
  SampleProviders,
  sampleRows,
} from '@coulisse/resource-samples';
import { useLanguage } from '@coulisse/ui-kit';
import { FieldExample } from './field-example';
import { type FieldGroup, GROUP_OF_KIND } from './field-groups';

const scope = {
  descriptor: sampleDescriptor,
  id: sampleRows[0]?.id ?? null,
  title: String(sampleRows[0]?.[sampleDescriptor.labelField] ?? ''),
};

/** The first field of each kind of a group: a second one would show the same. */
const fieldsOf = (group: FieldGroup) =>
  sampleDescriptor.fields.filter(
    ({ type }, index, all) =>
      GROUP_OF_KIND[type] === group && all.findIndex((field) => field.type === type) === index,
  );

export const FieldPage = ({ group }: { group: FieldGroup }) => {
  const language = useLanguage();
  const server = useMemo(() => createSampleServer(), []);
  return (
    <SampleProviders key={language} language={language} server={server} path="/sample/gadgets">
      <ResourceScopeProvider scope={scope}>
        {fieldsOf(group).map((field) => (
          <FieldExample key={field.name} field={field} rows={sampleRows} />
        ))}
      </ResourceScopeProvider>
    </SampleProviders>
  );
};
