import { Download } from 'lucide-react';
import { Suspense } from 'react';
import { Button, Dialog, EmptyState, onDemand, SkeletonLines } from '@coulisse/ui-kit';
import { shapeOf, useResourceText } from '@coulisse/resource-client';
import { Failure } from '../parts/failure';
import { saveAs, useFileContent, useObjectUrl } from './file-content';

/** The pages of a PDF; its reader is loaded with the first one. */
export const PdfView = onDemand(async () => (await import('./pdf-pages')).default);

/** Preview of an image or a PDF in a dialog; other files can be downloaded. */
export const FilePreview = ({ id, name, onClose }: { id: string; name: string; onClose: () => void }) => {
  const text = useResourceText();
  const content = useFileContent(id);
  const shape = content.data ? shapeOf(content.data.type) : null;
  return (
    <Dialog
      size="full"
      title={name}
      onClose={onClose}
      footer={
        content.data && (
          <Button icon={<Download aria-hidden />} onClick={() => saveAs(content.data, name)}>
            {text('field.file.download')}
          </Button>
        )
      }
    >
      {content.isPending && <SkeletonLines lines={8} />}
      {content.isError && <Failure failure={content.error} onRetry={() => void content.refetch()} />}
      {shape === 'image' && <Picture content={content.data} name={name} />}
      {shape === 'pdf' && content.data && (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <PdfView content={content.data} />
        </Suspense>
      )}
      {shape === 'other' && <EmptyState title={text('field.file.noPreview')} />}
    </Dialog>
  );
};

const Picture = ({ content, name }: { content: Blob | undefined; name: string }) => {
  const address = useObjectUrl(content);
  return address && <img className="r-preview-picture" src={address} alt={name} />;
};
