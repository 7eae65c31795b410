import type { ResourceRow } from '@coulisse/mfe-kit';
import { LabelChip } from './label-chip';

/** Next to the name: loyalty label and e-mail address. */
export const TiersSubtitle = ({ record }: { record: ResourceRow }) => (
  <span className="k-subtitle">
    <LabelChip resource="crm.loyalty-label" value={record['loyalty']} />
    {typeof record['email'] === 'string' && <span>{record['email']}</span>}
  </span>
);
