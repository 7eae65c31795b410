import { Columns3 } from 'lucide-react';
import { Suspense } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, SkeletonLines } from '@coulisse/ui-kit';
import { Popover } from '@coulisse/ui-kit/complex';
import { type ListControl, useResourceText } from '@coulisse/resource-client';
import { ColumnChoices } from '../parts-on-demand';

/** Chooses and orders the columns, by dragging or by keyboard on the same handle. */
export const ColumnChooser = ({
  descriptor,
  list,
}: {
  descriptor: ResourceDescriptor;
  list: ListControl;
}) => {
  const text = useResourceText();
  return (
    <Popover
      label={text('list.columns')}
      trigger={(trigger) => (
        <Button
          kind="quiet"
          className="r-wide-only"
          icon={<Columns3 aria-hidden />}
          data-testid="columns-open"
          {...trigger}
          onPointerEnter={ColumnChoices.preload}
        >
          {text('list.columns')}
        </Button>
      )}
    >
      {() => (
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <ColumnChoices descriptor={descriptor} list={list} />
        </Suspense>
      )}
    </Popover>
  );
};
