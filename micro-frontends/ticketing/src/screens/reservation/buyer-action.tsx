import { UserPen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { Button, onDemand, Opening } from '@coulisse/ui-kit';
import { useOpened } from '../use-opened';

const BuyerDialog = onDemand(async () => (await import('./buyer-dialog')).BuyerDialog);

const idOf = (reference: unknown): string | null =>
  typeof reference === 'object' && reference !== null && 'id' in reference ? String(reference.id) : null;

/** `Modifier l’acheteur`: corrects the name and how to reach the buyer, and names the client; of a gift voucher too. */
export const BuyerAction = ({
  right = 'ticketing.reservation.sell',
  customer = 'tiers',
  ...props
}: RecordPartProps & {
  right?: string;
  /** The field with the third party. */
  customer?: string;
}) => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const [isOpen, setOpen] = useOpened('buyer');
  if (!may(right) || props.record['state'] === 'CANCELED') return null;
  return (
    <>
      <Button
        icon={<UserPen className="c-icon" aria-hidden />}
        data-testid="edit-buyer"
        onPointerEnter={BuyerDialog.preload}
        onClick={() => setOpen(true)}
      >
        {t('reservation.buyer')}
      </Button>
      {isOpen && (
        <Opening onClose={() => setOpen(false)}>
          <BuyerDialog {...props} tiers={idOf(props.record[customer])} onClose={() => setOpen(false)} />
        </Opening>
      )}
    </>
  );
};
