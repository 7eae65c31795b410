import { Suspense } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { inputId } from '@coulisse/resource-client';
import { type DraftControl, useDraftErrors, useDraftValues } from '@coulisse/resource-client/form';
import { LinesEditor } from './lines-editor';
import { changedValues, linesValue } from './document-fields';
import { useLineSources } from './use-line-sources';

/** The lines of a document in its form, with their groups, the global discount and the totals. */
export const FormLines = ({ field, draft }: { field: FieldDescriptor; draft: DraftControl }) => {
  const language = useLanguage();
  const sources = useLineSources(field);
  const value = useDraftValues(draft, (values) => linesValue(field, values));
  const errors = useDraftErrors(draft);
  return (
    <div className="r-document">
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <LinesEditor
          {...sources}
          id={inputId(field.name)}
          label={field.label[language]}
          value={value}
          errors={errors}
          fieldNames={{ items: field.name, groups: field.groups ?? '' }}
          onChange={(next) => {
            for (const [name, part] of Object.entries(changedValues(field, next)))
              if (JSON.stringify(part) !== JSON.stringify(draft.values()[name])) draft.set(name, part);
          }}
        />
      </Suspense>
    </div>
  );
};
