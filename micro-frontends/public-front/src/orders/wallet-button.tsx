import { Button, useToast } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';
import { saveOrderFile, walletLink } from './order-api';
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

/** Opens the page of Google that adds a ticket to its wallet. */
export function WalletLink({ orderKey, seat }: Omit<WalletButtonProps, 'number'>) {
  const t = useText();
  const toast = useToast();
  const open = useMutation({
    mutationFn: () => walletLink(orderKey, seat.id),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast.bad(problemText(error, t)),
  });
  return (
    <Button kind="link" busy={open.isPending} onClick={() => open.mutate()} data-testid="wallet-link">
      {t('order.wallet.google')}
      <span className="c-hidden"> {seat.seat}</span>
    </Button>
  );
}
