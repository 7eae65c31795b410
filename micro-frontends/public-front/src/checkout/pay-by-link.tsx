import { Button, EmptyState, useLanguage, wholeCodes } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { MailCheck } from 'lucide-react';
import type { HeldCart } from '../api/booking-queries';
import { setCartHint } from '../api/cart-hint';
import { api } from '../api/client';
import { useMoney } from '../app/format';
import { PerformanceHero } from '../app/performance-hero';
import { useText } from '../app/use-text';
import { Link } from '../routing/router';
import { startLink } from './link-cart';
import { keyFor } from './request-key';

/** An order that waits for the payment by its mailed link. */
export interface ReservedByLink {
  reservation: { id: string; code: string };
  deadline: string;
  amountMinor: number;
}

/** The saved cart becomes an order with a deadline; this browser has no cart afterwards. */
export async function reserveByLink(cart: HeldCart, reservationId: string): Promise<ReservedByLink> {
  const path = '/app-api/prestiscene/reservations/cart/payment-link';
  startLink(cart.id);
  const reserved = await api.post<ReservedByLink>(
    path,
    {},
    {
      idempotencyKey: keyFor(`payment-link:${reservationId}:${cart.expiresAt}`),
    },
  );
  setCartHint(false);
  return reserved;
}

interface ButtonProps {
  formId: string;
  /** For how many hours the theatre holds the seats. */
  hours: number;
  busy: boolean;
  /** Called before the form is submitted. */
  onChoose: () => void;
}

/** The other way to pay: later, by the link of a mail. */
export function PayByLinkButton({ formId, hours, busy, onChoose }: ButtonProps) {
  const t = useText();
  const count = hours % 24 === 0 && hours > 24 ? hours / 24 : hours;
  const choose = () => {
    onChoose();
    document.forms.namedItem(formId)?.requestSubmit();
  };
  return (
    <div className="pay-by-link">
      {/* No submit button: Enter in a field presses the first one of a form, and Enter pays. */}
      <Button busy={busy} data-testid="pay-by-link" onClick={choose}>
        {t('by-link.choose')}
      </Button>
      <p className="fine">{t(count === hours ? 'by-link.hours' : 'by-link.days', { count })}</p>
    </div>
  );
}

interface DoneProps {
  cart: HeldCart;
  reserved: ReservedByLink;
  email: string;
}

/** What happens next: where the link was sent, until when it pays, and what becomes of the seats. */
export function LinkReserved({ cart, reserved, email }: DoneProps) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const { organiser } = cart.performance;
  return (
    <>
      <PerformanceHero performance={cart.performance} />
      <div className="page" role="status" data-testid="link-reserved">
        <EmptyState
          icon={<MailCheck aria-hidden />}
          title={t('by-link.done')}
          actions={
            <Link className="c-button" to={`/theatres/${organiser.slug}`}>
              {t('return.more')}
            </Link>
          }
        >
          {wholeCodes(
            t('by-link.done.text', {
              code: reserved.reservation.code,
              email,
              price: money(reserved.amountMinor),
              deadline: formatDate(reserved.deadline, language, 'short-time'),
            }),
          )}
        </EmptyState>
      </div>
    </>
  );
}
