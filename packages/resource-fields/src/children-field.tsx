import { Suspense } from 'react';
import { onDemand, SkeletonLines } from '@coulisse/ui-kit';
import { linesOf } from './children/lines';
import { LinesShow } from './children/lines-show';
import type { EditProps, FieldKindView } from './kind';

/** Lines are ordered by dragging, with a library that only their editor needs. */
const LinesEdit = onDemand(async () => (await import('./children/lines-edit')).LinesEdit);

const Edit = (props: EditProps) => (
  <Suspense fallback={<SkeletonLines lines={3} />}>
    <LinesEdit {...props} />
  </Suspense>
);

export const childrenField: FieldKindView = {
  Show: LinesShow,
  Edit,
  text: (value) => String(linesOf(value).length),
  wide: true,
  ownLabel: true,
  large: true,
  filters: [],
};
