import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '@coulisse/mfe-kit';
import { Button, Card, Field, formatSize, useLanguage, useToast } from '@coulisse/ui-kit';
import { useProblemText, useResourceText } from '@coulisse/resource-client';
import { FileInput, FilePreview } from '@coulisse/resource-fields';
import type { Template, TemplateAttachment } from './template-data';

/** A file by its name; a click shows it. */
const AttachedFile = ({ file }: { file: TemplateAttachment }) => {
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="link" icon={<FileText aria-hidden />} onClick={() => setOpen(true)}>
        {file.name} ({formatSize(file.size, language)})
      </Button>
      {isOpen && <FilePreview id={file.id} name={file.name} onClose={() => setOpen(false)} />}
    </>
  );
};

interface TemplateFilesProps {
  template: Template;
  address: string;
  rights: string;
  mayChange: boolean;
  onChanged: (template: Template) => void;
}

/** The files that go with each mail of a template; a change is stored at once. */
export const TemplateFiles = ({ template, address, rights, mayChange, onChanged }: TemplateFilesProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const client = useApi();
  const toast = useToast();
  const problem = useProblemText();
  const { attachments, attachmentLimits: limits } = template;
  const change = useMutation({
    mutationFn: (files: string[]) =>
      client.request<Template>('PUT', `${address}/attachments`, {
        body: { files },
        ifMatch: template.version,
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: (changed) => {
      toast.good(text('template.files.saved'));
      onChanged(changed);
    },
  });
  if (!limits || (!mayChange && attachments.length === 0)) return null;
  const ids = attachments.map(({ id }) => id);
  const slots = [...attachments, null].slice(0, limits.count);
  return (
    <Card className="r-template-files">
      <h2>{text('template.files')}</h2>
      <p className="c-help">
        {text('template.files.help', { count: limits.count, size: formatSize(limits.bytes, language) })}
      </p>
      {mayChange
        ? slots.map((file, index) => {
            const label = text('template.files.slot', { number: index + 1 });
            const before = ids.slice(0, index);
            const after = ids.slice(index + 1);
            return (
              <Field key={file?.id ?? 'new'} label={label} hideLabel required>
                {(control) => (
                  <FileInput
                    label={label}
                    file={file && { id: file.id, label: file.name }}
                    shown={file && <AttachedFile file={file} />}
                    rights={rights}
                    accept={limits.types}
                    control={control}
                    disabled={change.isPending}
                    onChange={(chosen) =>
                      chosen
                        ? change.mutateAsync([...before, chosen.id, ...after])
                        : change.mutate([...before, ...after], {
                            onError: (failure) => toast.bad(problem(failure)),
                          })
                    }
                  />
                )}
              </Field>
            );
          })
        : attachments.map((file) => <AttachedFile key={file.id} file={file} />)}
    </Card>
  );
};
