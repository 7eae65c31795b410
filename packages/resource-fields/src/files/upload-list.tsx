import { RotateCw, X } from 'lucide-react';
import { Button, formatPercent, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import type { Upload } from './use-uploads';

interface UploadListProps {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onDismiss: (key: number) => void;
}

/** Running and failed uploads. */
export const UploadList = ({ uploads, onRetry, onDismiss }: UploadListProps) => {
  const text = useResourceText();
  const language = useLanguage();
  if (uploads.length === 0) return null;
  return (
    <ul className="r-uploads" role="list" aria-live="polite">
      {uploads.map((upload) => {
        const { key, file, failure } = upload;
        const share = Math.round((100 * upload.sent) / Math.max(1, upload.total));
        return (
          <li key={key} className="r-upload" data-failed={failure ? true : undefined}>
            <span className="r-upload-name">{file.name}</span>
            {failure ? (
              <span className="c-error">{failure}</span>
            ) : (
              <progress
                className="c-progress"
                max={100}
                value={share}
                aria-label={text('field.file.sending', { name: file.name })}
              >
                {formatPercent(share, language)}
              </progress>
            )}
            <span className="r-upload-actions">
              {failure && !upload.refused && (
                <Button
                  kind="quiet"
                  size="small"
                  square
                  aria-label={text('field.file.again', { name: file.name })}
                  icon={<RotateCw aria-hidden />}
                  onClick={() => onRetry(upload)}
                />
              )}
              <Button
                kind="quiet"
                size="small"
                square
                aria-label={text('field.file.stop', { name: file.name })}
                icon={<X aria-hidden />}
                onClick={() => onDismiss(key)}
              />
            </span>
          </li>
        );
      })}
    </ul>
  );
};
