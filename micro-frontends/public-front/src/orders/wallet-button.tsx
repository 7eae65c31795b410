import { Button, useToast } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { saveOrderFile } from './order-api';
import type { OrderSeat } from './order-types';

interface WalletButtonProps {
  orderKey: string;
  seat: OrderSeat;
  /** Names the file. */
  number: string;
}

/** Adds a ticket to the wallet of the phone. */
export function WalletButton({ orderKey, seat, number }: WalletButtonProps) {
  const t = useText();
  const toast = useToast();
  const save = useMutation({
    mutationFn: () => saveOrderFile(orderKey, `tickets/${seat.id}/wallet-pass`, `${number}.pkpass`),
    onError: (error) => toast.bad(problemText(error, t)),
  });
  return (
    <Button kind="link" busy={save.isPending} onClick={() => save.mutate()} data-testid="wallet-pass">
      {t('order.wallet')}
      <span className="c-hidden"> {seat.seat}</span>
    </Button>
  );
}
