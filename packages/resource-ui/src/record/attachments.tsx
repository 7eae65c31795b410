import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, File, FileImage, FileText, Paperclip, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import {
  Button,
  ConfirmDialog,
  formatMoment,
  formatSize,
  SkeletonLines,
  useLanguage,
  useToast,
} from '@coulisse/ui-kit';
import {
  type Attachment,
  shapeOf,
  useAttachmentsQuery,
  useProblemText,
  useResourceText,
} from '@coulisse/resource-client';
import {
  CameraButton,
  Failure,
  FileButton,
  FilePreview,
  readFile,
  saveAs,
  UploadList,
  useUploads,
} from '@coulisse/resource-fields';

/** Uploads files and attaches them to the record. */
export const useAttaching = (descriptor: ResourceDescriptor, id: string) => {
  const api = useApi();
  const client = useQueryClient();
  return useUploads({
    rights: descriptor.rights,
    onStored: async (file) => {
      await api.post(`${descriptor.path}/${id}/attachments`, { file: file.id });
      for (const kind of ['attachments', 'history'])
        void client.invalidateQueries({ queryKey: [kind, descriptor.name, id] });
    },
  });
};

interface AttachmentsProps {
  descriptor: ResourceDescriptor;
  id: string;
  uploads: ReturnType<typeof useAttaching>;
}

/** The attachments of a record. Files dropped anywhere on its page are added. */
export const Attachments = ({ descriptor, id, uploads }: AttachmentsProps) => {
  const text = useResourceText();
  const query = useAttachmentsQuery(descriptor, id);
  const [open, setOpen] = useState<Attachment | null>(null);
  const mayChange = descriptor.may.update;
  const items = query.data ?? [];
  if (!mayChange && items.length === 0) return null;
  return (
    <section className="r-attachments" aria-label={text('record.files')}>
      <h2 className="r-aside-title">
        {text('record.files')}
        {items.length > 0 && <span className="c-faint r-number"> {items.length}</span>}
        {mayChange && (
          <span className="c-push c-actions">
            <CameraButton onFiles={uploads.add} />
            <FileButton
              kind="quiet"
              size="small"
              several
              icon={<Paperclip aria-hidden />}
              data-testid="attach"
              onFiles={uploads.add}
            >
              {text('record.files.add')}
            </FileButton>
          </span>
        )}
      </h2>
      {query.isPending && <SkeletonLines lines={1} />}
      {query.isError && <Failure failure={query.error} onRetry={() => void query.refetch()} />}
      {items.length > 0 && (
        <ul className="r-files" role="list">
          {items.map((attachment) => (
            <FileRow
              key={attachment.id}
              attachment={attachment}
              descriptor={descriptor}
              id={id}
              onOpen={() => setOpen(attachment)}
            />
          ))}
        </ul>
      )}
      <UploadList uploads={uploads.uploads} onRetry={uploads.retry} onDismiss={uploads.dismiss} />
      {query.data && items.length === 0 && uploads.uploads.length === 0 && (
        <p className="c-faint r-files-none">{text('record.files.none')}</p>
      )}
      {open && <FilePreview id={open.file.id} name={open.file.name} onClose={() => setOpen(null)} />}
    </section>
  );
};

const ICONS = { image: FileImage, pdf: FileText, other: File };

interface FileRowProps {
  attachment: Attachment;
  descriptor: ResourceDescriptor;
  id: string;
  onOpen: () => void;
}

const FileRow = ({ attachment, descriptor, id, onOpen }: FileRowProps) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const language = useLanguage();
  const problem = useProblemText();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { file } = attachment;
  const shape = shapeOf(file.mediaType);
  const Icon = ICONS[shape];
  const download = useMutation({
    mutationFn: async () => saveAs(await readFile(api, file.id), file.name),
    onError: (failure) => toast.bad(problem(failure)),
  });
  const removal = useMutation({
    mutationFn: () => api.delete(`${descriptor.path}/${id}/attachments/${attachment.id}`),
    onSuccess: async () => {
      toast.good(text('record.files.removed', { name: file.name }));
      await Promise.all(
        ['attachments', 'history'].map((kind) =>
          client.invalidateQueries({ queryKey: [kind, descriptor.name, id] }),
        ),
      );
    },
    onError: (failure) => toast.bad(problem(failure)),
    onSettled: () => setAsking(false),
  });
  return (
    <li className="r-file-row" data-testid={`attachment-${attachment.id}`}>
      <Icon className="c-icon" aria-hidden />
      <button
        type="button"
        className="r-file-open"
        onClick={() => (shape === 'other' ? download.mutate() : onOpen())}
      >
        <span>{file.name}</span>
        <small>
          {formatSize(file.size, language)} · {attachment.addedBy} · {formatMoment(attachment.at, language)}
        </small>
      </button>
      <Button
        kind="quiet"
        size="small"
        square
        busy={download.isPending}
        aria-label={text('record.files.download', { name: file.name })}
        title={text('field.file.download')}
        icon={<Download aria-hidden />}
        onClick={() => download.mutate()}
      />
      {descriptor.may.update && (
        <Button
          kind="quiet"
          size="small"
          square
          aria-label={text('record.files.remove', { name: file.name })}
          title={text('record.delete')}
          icon={<Trash2 aria-hidden />}
          onClick={() => setAsking(true)}
        />
      )}
      {asking && (
        <ConfirmDialog
          danger
          title={text('record.files.remove.title', { name: file.name })}
          confirm={text('record.delete')}
          busy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onClose={() => setAsking(false)}
        >
          {text('record.files.remove.body')}
        </ConfirmDialog>
      )}
    </li>
  );
};
