import { lazy, Suspense, useMemo } from 'react';
import { Skeleton } from '@coulisse/ui-kit';
import { asText, type EditProps, type FieldKindView, type ShowProps } from './kind';
import { useFieldLabel } from './labels';
import { cleanHtml, plainTextOf } from './rich-text';

/** Loaded on demand: the editor is large, and most pages do not use it. */
const RichTextEditor = lazy(() => import('./rich-text-editor'));

const Show = ({ value, compact }: ShowProps) => {
  const html = asText(value);
  const clean = useMemo(() => (compact ? '' : cleanHtml(html)), [compact, html]);
  if (compact) return <>{plainTextOf(html)}</>;
  return <div className="r-rich" dangerouslySetInnerHTML={{ __html: clean }} />;
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
