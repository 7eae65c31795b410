import { lazy, Suspense, useMemo } from 'react';
import { Skeleton } from '@coulisse/ui-kit';
import { asText, type EditProps, type FieldKindView, type ShowProps } from './kind';
import { useFieldLabel } from './labels';
import { cleanHtml, wordsOf } from './rich-text';

/** The editor is heavy, and most pages never show one. */
const RichTextEditor = lazy(() => import('./rich-text-editor'));

const Show = ({ value, compact }: ShowProps) => {
  const html = asText(value);
  const clean = useMemo(() => (compact ? '' : cleanHtml(html)), [compact, html]);
  if (compact) return <>{wordsOf(html)}</>;
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
  text: (value) => wordsOf(asText(value)),
  wide: true,
  large: true,
  filters: [],
};
