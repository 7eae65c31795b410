import { FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Choice } from '@coulisse/ui-kit/complex';
import { Button } from '@coulisse/ui-kit';
import { useResourceScope, useResourceText } from '@coulisse/resource-client';
import { CameraButton, FileButton } from './files/file-button';
import { FilePicture } from './files/file-picture';
import { FilePreview } from './files/file-preview';
import { UploadList } from './files/upload-list';
import { useFileDrop } from './files/use-file-drop';
import { useUploads } from './files/use-uploads';
import type { EditProps, FieldKindView, ShowProps } from './kind';
import { useFieldLabel } from './labels';
import { asChoice } from './ref-field';

/** Width of the requested image, in pixels: twice the shown width, for high-density screens. */
const THUMB = 240;

/** Field of a file: images are shown, other files by name. */
export const fileKind = (picture: boolean): FieldKindView => {
  const Show = ({ field, value, compact }: ShowProps) => {
    const [open, setOpen] = useState(false);
    const label = useFieldLabel(field);
    const file = asChoice(value);
    if (!file) return null;
    const content = <Content file={file} alt={label} />;
    if (compact) return content;
    return (
      <>
        <button type="button" className="r-file" onClick={() => setOpen(true)}>
          {content}
        </button>
        {open && <FilePreview id={file.id} name={file.label} onClose={() => setOpen(false)} />}
      </>
    );
  };
  const Content = ({ file, alt }: { file: Choice; alt: string }): ReactNode =>
    picture ? (
      <span className="r-thumb">
        <FilePicture id={file.id} alt={`${alt} : ${file.label}`} width={THUMB} />
      </span>
    ) : (
      <span className="r-file-name">
        <FileText className="c-icon" aria-hidden />
        {file.label}
      </span>
    );

  const Edit = ({ field, value, onChange, control, disabled }: EditProps) => {
    const text = useResourceText();
    const scope = useResourceScope();
    const label = useFieldLabel(field);
    const file = asChoice(value);
    const uploads = useUploads({
      rights: scope?.descriptor.rights ?? '',
      accept: field.accept,
      onStored: (stored) => onChange({ id: stored.id, label: stored.name }),
    });
    const take = (files: File[]) => {
      for (const upload of uploads.uploads) uploads.dismiss(upload.key);
      uploads.add(files.slice(0, 1));
    };
    const stopped = disabled || !scope;
    const action = text(file ? 'field.file.replace' : 'field.file.choose');
    const drop = useFileDrop(take, !stopped);
    return (
      <div className="r-drop" data-over={drop.over || undefined} {...drop.handlers}>
        {file && <Content file={file} alt={label} />}
        <UploadList uploads={uploads.uploads} onRetry={uploads.retry} onDismiss={uploads.dismiss} />
        <span className="r-drop-actions">
          <FileButton
            id={control.id}
            aria-label={`${action} – ${label}`}
            aria-describedby={control['aria-describedby']}
            size="small"
            disabled={stopped}
            accept={field.accept}
            onFiles={take}
          >
            {action}
          </FileButton>
          {picture && <CameraButton onFiles={take} disabled={stopped} />}
          {file && (
            <Button kind="danger" size="small" disabled={stopped} onClick={() => onChange(null)}>
              {text('field.file.remove')}
            </Button>
          )}
          {!file && <span className="c-faint r-drop-hint">{text('field.file.drop')}</span>}
        </span>
      </div>
    );
  };
  return { Show, Edit, text: (value) => asChoice(value)?.label ?? '', large: true, filters: [] };
};

export const fileField = fileKind(false);
