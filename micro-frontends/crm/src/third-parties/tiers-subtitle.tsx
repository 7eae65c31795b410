import type { ResourceRow } from '@coulisse/mfe-kit';
import { LabelChip } from './label-chip';

/** Beside the name: the label that it earned, and how to write to it. */
export const TiersSubtitle = ({ record }: { record: ResourceRow }) => (
  <span className="k-subtitle">
    <LabelChip resource="crm.loyalty-label" value={record['loyalty']} />
    {typeof record['email'] === 'string' && <span>{record['email']}</span>}
  </span>
);
