import type { CellProps } from '@coulisse/mfe-kit';
import { useLabelColors } from './label-color';

interface LabelChipProps {
  /** Resource of the label, such as `crm.loyalty-label`. */
  resource: string;
  value: unknown;
}

const labelOf = (value: unknown): { id: string; label: string } | null => {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const { id, label } = value as { id: string; label?: string | null };
  return { id, label: label ?? id };
};

/** A label with the colour set by its tenant; the dot is decoration, the text carries the meaning. */
export const LabelChip = ({ resource, value }: LabelChipProps) => {
  const colors = useLabelColors(resource);
  const label = labelOf(value);
  if (!label) return null;
  return (
    <span className="c-chip k-label">
      <i aria-hidden style={{ background: colors.get(label.id) ?? 'var(--ink-faint)' }} />
      {label.label}
    </span>
  );
};

/** The label as a list cell. */
export const labelCell = (resource: string) => {
  const LabelCell = ({ value }: CellProps) =>
    value ? <LabelChip resource={resource} value={value} /> : <span className="c-faint">—</span>;
  return LabelCell;
};
