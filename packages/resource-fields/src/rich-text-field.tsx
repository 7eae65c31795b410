import { Suspense } from 'react';
import { onDemand, Skeleton } from '@coulisse/ui-kit';
import { asText, type EditProps, type FieldKindView, type ShowProps } from './kind';
import { useFieldLabel } from './labels';
import { plainTextOf } from './rich-text';

/** Loaded on demand: the editor is large, and most pages do not use it. */
const RichTextEditor = onDemand(async () => (await import('./rich-text-editor')).default);
const RichTextShow = onDemand(async () => (await import('./rich-text-show')).default);

const Show = ({ value, compact }: ShowProps) => {
  const html = asText(value);
  if (compact) return <>{plainTextOf(html)}</>;
  return (
    <Suspense fallback={<div className="r-rich">{plainTextOf(html)}</div>}>
      <RichTextShow html={html} />
    </Suspense>
  );
};

const Edit = ({ field, value, onChange, control, disabled }: EditProps) => {
  const label = useFieldLabel(field);
  return (
    <Suspense fallback={<Skeleton height="132px" />}>
      <RichTextEditor
        label={label}
        value={asText(value)}
        onChange={onChange}
        control={control}
        disabled={disabled}
      />
    </Suspense>
  );
};

export const richTextField: FieldKindView = {
  Show,
  Edit,
  text: (value) => plainTextOf(asText(value)),
  wide: true,
  large: true,
  filters: [],
};
