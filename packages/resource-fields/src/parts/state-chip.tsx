import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { StateChip, useLanguage } from '@coulisse/ui-kit';

export const RecordState = ({ descriptor, state }: { descriptor: ResourceDescriptor; state: unknown }) => {
  const language = useLanguage();
  const { lifecycle } = descriptor;
  if (!lifecycle || typeof state !== 'string') return null;
  return (
    <StateChip tone={lifecycle.tones[state]}>{lifecycle.stateLabels[state]?.[language] ?? state}</StateChip>
  );
};
