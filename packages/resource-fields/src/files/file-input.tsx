import type { ReactNode } from 'react';
import { Button, type FieldControl } from '@coulisse/ui-kit';
import type { Choice } from '@coulisse/ui-kit/complex';
import { useResourceText } from '@coulisse/resource-client';
import { CameraButton, FileButton } from './file-button';
import { UploadList } from './upload-list';
import { useFileDrop } from './use-file-drop';
import { useUploads } from './use-uploads';

interface FileInputProps {
  label: string;
  file: Choice | null;
  /** How the file is shown. */
  shown: ReactNode;
  /** Prefix of the rights that a file is stored under; undefined: none can be stored. */
  rights: string | undefined;
  accept?: readonly string[] | undefined;
  hasCamera?: boolean;
  control: FieldControl;
  disabled?: boolean | undefined;
  /** What it throws for a file that was stored is shown beside that file. */
  onChange: (file: Choice | null) => unknown;
}

/** Chooses one file, which is stored at once. */
export const FileInput = ({
  label,
  file,
  shown,
  rights,
  accept,
  hasCamera = false,
  control,
  disabled,
  onChange,
}: FileInputProps) => {
  const text = useResourceText();
  const uploads = useUploads({
    rights: rights ?? '',
    ...(accept && { accept }),
    onStored: (stored) => onChange({ id: stored.id, label: stored.name }),
  });
  const take = (files: File[]) => {
    for (const upload of uploads.uploads) uploads.dismiss(upload.key);
    uploads.add(files.slice(0, 1));
  };
  const stopped = disabled || rights === undefined;
  const action = text(file ? 'field.file.replace' : 'field.file.choose');
  const drop = useFileDrop(take, !stopped);
  return (
    <div className="r-drop" data-over={drop.over || undefined} {...drop.handlers}>
      {file && shown}
      <UploadList uploads={uploads.uploads} onRetry={uploads.retry} onDismiss={uploads.dismiss} />
      <span className="r-drop-actions">
        <FileButton
          id={control.id}
          aria-label={`${action} – ${label}`}
          aria-describedby={control['aria-describedby']}
          size="small"
          disabled={stopped}
          {...(accept && { accept })}
          onFiles={take}
        >
          {action}
        </FileButton>
        {hasCamera && <CameraButton onFiles={take} disabled={stopped} />}
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
