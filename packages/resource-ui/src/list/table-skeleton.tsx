import { Skeleton, useUiText } from '@coulisse/ui-kit';
import type { ListColumn } from '@coulisse/resource-client';

const ROWS = 9;

export const TableSkeleton = ({ columns }: { columns: readonly ListColumn[] }) => {
  const text = useUiText();
  return (
    <div role="status" aria-label={text('loading')} className="r-skeleton">
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row}>
          {columns.map(({ field }, column) => (
            <Skeleton key={field.name} width={`${90 - ((row * 13 + column * 29) % 50)}%`} />
          ))}
        </div>
      ))}
    </div>
  );
};
