import { useLanguage } from '@coulisse/ui-kit';
import { Gift } from 'lucide-react';
import { Link } from '../routing/router';

/** Of this band alone: a theatre that sells no gift vouchers loads none of them. */
const TEXTS = {
  fr: {
    title: 'Offrez une soirée au théâtre',
    text: 'Un bon cadeau d’un montant ou d’un spectacle, envoyé tout de suite ou le jour de votre choix.',
    action: 'Offrir un bon cadeau',
  },
  en: {
    title: 'Give an evening at the theatre',
    text: 'A gift voucher for an amount or a show, sent at once or on the day you choose.',
    action: 'Give a gift voucher',
  },
} as const;

/** Leads from the page of a theatre to its gift vouchers. */
export default function GiftBand({ slug }: { slug: string }) {
  const text = TEXTS[useLanguage()];
  return (
    <section className="gift-band" aria-labelledby="gift-band" data-testid="gift-band">
      <Gift className="c-icon" aria-hidden />
      <div>
        <h2 id="gift-band">{text.title}</h2>
        <p>{text.text}</p>
      </div>
      <Link className="c-button" data-kind="main" to={`/gift-vouchers/cart/add/${slug}`}>
        {text.action}
      </Link>
    </section>
  );
}
