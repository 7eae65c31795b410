import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useApi, useResources } from '@coulisse/mfe-kit';
import { Card, Field, SkeletonLines } from '@coulisse/ui-kit';
import { type Choice, Picker } from '@coulisse/ui-kit/complex';
import { useResourceText } from '@coulisse/resource-client';
import { asText, Failure, PdfView } from '@coulisse/resource-fields';
import type { TemplateAttachment, TemplateSource } from './template-data';
import { useSettled } from './use-template';

const PREVIEW_AFTER_MS = 900;

interface TemplatePreviewProps {
  /** Address of the template. */
  address: string;
  edited: TemplateSource;
  isMail: boolean;
  /** Files that go with a mail. */
  attachments: readonly TemplateAttachment[];
  /** A source with errors cannot be shown: the last one without any stays. */
  hasErrors: boolean;
  /** Resource whose records can be shown. */
  resource: string;
}

/** The source that is being edited, with the data of a record or with invented data. */
export const TemplatePreview = ({
  address,
  edited,
  isMail,
  attachments,
  hasErrors,
  resource,
}: TemplatePreviewProps) => {
  const text = useResourceText();
  const client = useApi();
  const [record, setRecord] = useState<Choice | null>(null);
  const target = useResources().find(({ name }) => name === resource);
  const settled = useSettled(edited, PREVIEW_AFTER_MS);
  const body = { ...settled, recordId: record?.id ?? null };
  const isCurrent = settled === edited && !hasErrors;
  const pages = useQuery({
    queryKey: ['template-preview', address, body],
    queryFn: async ({ signal }) =>
      (
        await client.raw('POST', `${address}/preview.pdf`, { body, signal, headers: { Accept: '*/*' } })
      ).blob(),
    enabled: isCurrent,
    placeholderData: (earlier) => earlier,
    retry: false,
    gcTime: 0,
  });
  const mail = useQuery({
    queryKey: ['template-preview-subject', address, body],
    queryFn: ({ signal }) => client.post<{ subject: string | null }>(`${address}/preview`, body, { signal }),
    enabled: isCurrent && isMail,
    placeholderData: (earlier) => earlier,
    retry: false,
    gcTime: 0,
  });
  const search = async (typed: string): Promise<Choice[]> => {
    if (!target) return [];
    const query = new URLSearchParams({ size: '20', ...(typed ? { q: typed } : {}) });
    const { items } = await client.get<{ items: { id: string; [field: string]: unknown }[] }>(
      `${target.path}?${query}`,
    );
    return items.map((item) => ({ id: item.id, label: asText(item[target.labelField]) || item.id }));
  };
  return (
    <Card className="r-template-preview">
      <h2>{text('template.preview')}</h2>
      {target && (
        <Field label={text('template.record')} help={text('template.record.help')}>
          {(control) => (
            <Picker
              value={record}
              onChange={setRecord}
              search={search}
              control={control}
              placeholder={text('template.record.none')}
            />
          )}
        </Field>
      )}
      {hasErrors && <p className="c-soft">{text('template.preview.waits')}</p>}
      {isMail && mail.data?.subject && (
        <p>
          {text('template.subject')} <strong>{mail.data.subject}</strong>
        </p>
      )}
      {attachments.length > 0 && (
        <p>
          {text('template.files')} <strong>{attachments.map(({ name }) => name).join(', ')}</strong>
        </p>
      )}
      {pages.isError && <Failure failure={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && !hasErrors && <SkeletonLines lines={8} />}
      {pages.data && !pages.isError && (
        <div aria-busy={pages.isFetching} className="r-template-pages">
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <PdfView content={pages.data} />
          </Suspense>
        </div>
      )}
    </Card>
  );
};
