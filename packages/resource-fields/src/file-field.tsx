import { FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Choice } from '@coulisse/ui-kit/complex';
import { useResourceScope } from '@coulisse/resource-client';
import { FileInput } from './files/file-input';
import { FilePicture } from './files/file-picture';
import { FilePreview } from './files/file-preview';
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
    const scope = useResourceScope();
    const label = useFieldLabel(field);
    const file = asChoice(value);
    return (
      <FileInput
        label={label}
        file={file}
        shown={file && <Content file={file} alt={label} />}
        rights={scope?.descriptor.rights}
        accept={field.accept}
        hasCamera={picture}
        control={control}
        disabled={disabled}
        onChange={onChange}
      />
    );
  };
  return { Show, Edit, text: (value) => asChoice(value)?.label ?? '', large: true, filters: [] };
};

export const fileField = fileKind(false);
