import { SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ResourceDescriptor, screenPath } from '@coulisse/mfe-kit';

/** Link from the list of labels to their scale. */
export const ScaleLink = ({ descriptor }: { descriptor: ResourceDescriptor }) => {
  const { t } = useTranslation('crm');
  return (
    <Link className="c-button" data-kind="plain" to={`${screenPath(descriptor)}/scale`}>
      <SlidersHorizontal className="c-icon" aria-hidden />
      {t('scale.open-link')}
    </Link>
  );
};
