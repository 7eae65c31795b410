import { Button, EmptyState, Notice, useLanguage, useToast, wholeCodes } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleSlash, Clock, CreditCard, Download, Gift, Mail, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isMissing } from '../api/client';
import { theatreQuery } from '../api/queries';
import { useMoney } from '../app/format';
import { Loaded, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre, useTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { PaidPixel } from '../pixels/paid-pixel';
import { problemText } from '../checkout/problem-text';
import { nextPoll, SLOW_AFTER } from '../pages/return-poll';
import { useBankAnswer } from '../pages/use-bank-answer';
import { Link } from '../routing/router';
import { offerQuery, payVoucher, readVoucher, saveVoucherPdf } from './voucher-api';
import { clearVoucherDraft } from './voucher-order';
import type { BoughtVoucher } from './voucher-types';

interface Props {
  link: string;
  /** The bank has just sent the browser back. */
  justBought?: boolean;
}

/** One voucher of a buyer: what became of its payment, what it is worth, its PDF. */
export function VoucherPage({ link, justBought = false }: Props) {
  const t = useText();
  const [start] = useState(() => Date.now());
  const handedOver = useBankAnswer();
  const query = useQuery({
    queryKey: ['voucher', link],
    queryFn: ({ signal }) => readVoucher(link, signal),
    refetchInterval: ({ state }) =>
      isMissing(state.error) || (state.data && !justBought && state.data.outcome !== 'VALIDATED')
        ? false
        : nextPoll(state.data, Date.now() - start),
    staleTime: 0,
    enabled: handedOver && link !== '',
  });
  const slug = query.data?.theatre ?? '';
  const theatre = useQuery({ ...theatreQuery(slug), enabled: slug !== '' });
  useShowTheatre(theatre.data);
  const outcome = query.data?.outcome;
  useEffect(() => {
    if (outcome === 'VALIDATED' && justBought) clearVoucherDraft();
  }, [outcome, justBought]);
  usePageTitle(query.data?.code ? t('gift.page', { code: query.data.code }) : t('gift.summary'));
  if (link === '' || isMissing(query.error)) return <Unknown />;
  return (
    <div className="page return-page" data-testid="voucher" data-outcome={outcome}>
      <Loaded query={query} skeleton={<PageSkeleton cards={1} />}>
        {(voucher) => (
          <VoucherView
            voucher={voucher}
            link={link}
            justBought={justBought}
            onCheck={() => void query.refetch()}
          />
        )}
      </Loaded>
    </div>
  );
}

function VoucherView(props: {
  voucher: BoughtVoucher;
  link: string;
  justBought: boolean;
  onCheck: () => void;
}) {
  const t = useText();
  const money = useMoney();
  const { voucher, link, justBought, onCheck } = props;
  if (voucher.state === 'VALIDATED') return <Valid voucher={voucher} link={link} justBought={justBought} />;
  if (voucher.state === 'CANCELED')
    return (
      <EmptyState icon={<CircleSlash aria-hidden />} title={t('gift.canceled')} level={1}>
        {t('gift.canceled.text')}{' '}
        {voucher.refundMinor > 0 && t('gift.refund', { amount: money(voucher.refundMinor) })}
      </EmptyState>
    );
  if (voucher.outcome === 'PENDING' && justBought) return <Pending onCheck={onCheck} />;
  return <NotPaid voucher={voucher} link={link} />;
}

function Pending({ onCheck }: { onCheck: () => void }) {
  const t = useText();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <EmptyState
        icon={slow ? <Clock aria-hidden /> : <span className="big-spinner" aria-hidden />}
        title={t('return.pending')}
        level={1}
        actions={slow && <Button onClick={onCheck}>{t('return.check')}</Button>}
      >
        {t(slow ? 'gift.pending.long' : 'return.pending.text')}
      </EmptyState>
    </div>
  );
}

/** What is paid for a voucher, as the total adds up. */
function VoucherPrice({ voucher }: { voucher: BoughtVoucher }) {
  const t = useText();
  const money = useMoney();
  const { formula, quantity, valueMinor, discountMinor, postageMinor, giftBagMinor, totalMinor } = voucher;
  const lines = [
    [formula ? `${formula} × ${quantity}` : t('gift.value'), valueMinor],
    [t('gift.discount'), -discountMinor],
    [t('gift.postage'), postageMinor],
    [t('gift.bag'), giftBagMinor],
  ] as const;
  return (
    <section className="order-card order-summary gift-summary gift-price" aria-label={t('gift.summary')}>
      <dl>
        {lines.map(
          ([label, minor]) =>
            minor !== 0 && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{money(minor)}</dd>
              </div>
            ),
        )}
        <div className="gift-total">
          <dt>{t('gift.total')}</dt>
          <dd data-testid="gift-due">{money(totalMinor)}</dd>
        </div>
      </dl>
    </section>
  );
}

function NotPaid({ voucher, link }: { voucher: BoughtVoucher; link: string }) {
  const t = useText();
  const theatre = useTheatre();
  const retry = useMutation({ mutationFn: () => payVoucher({ id: voucher.id, link }) });
  const money = useMoney();
  const { outcome, totalMinor } = voucher;
  const [title, text] =
    outcome === 'REFUSED'
      ? (['return.refused', 'gift.refused.text'] as const)
      : outcome === 'CANCELLED'
        ? (['return.cancelled', 'gift.cancelled.text'] as const)
        : (['gift.draft', 'gift.draft.text'] as const);
  return (
    <div role="status">
      <EmptyState
        icon={<CreditCard aria-hidden />}
        title={t(title)}
        level={1}
        actions={
          <>
            <Button kind="main" busy={retry.isPending} onClick={() => retry.mutate()} data-testid="retry">
              {t('gift.pay', { amount: money(totalMinor) })}
            </Button>
            {theatre && voucher.isOnline && (
              <Link className="c-button" to={`/gift-vouchers/cart/add/${theatre.slug}`}>
                {t('gift.change')}
              </Link>
            )}
          </>
        }
      >
        {t(text)}
      </EmptyState>
      <VoucherPrice voucher={voucher} />
      {retry.isError && <Notice tone="bad">{problemText(retry.error, t)}</Notice>}
    </div>
  );
}

function Valid({
  voucher,
  link,
  justBought,
}: Omit<Props, 'justBought'> & { voucher: BoughtVoucher; justBought: boolean }) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const toast = useToast();
  const theatre = useTheatre();
  const { data: offer } = useQuery({ ...offerQuery(theatre?.slug ?? ''), enabled: justBought && !!theatre });
  const code = voucher.code ?? '';
  const save = useMutation({
    mutationFn: () => saveVoucherPdf(link, `${code}.pdf`),
    onError: (error) => toast.bad(problemText(error, t)),
  });
  const day = (date: string) => formatDate(date, language, 'long');
  const sending = sendingOf(voucher);
  return (
    <div className="thanks" role="status">
      <h1>{justBought ? t('gift.thanks') : wholeCodes(t('gift.page', { code }))}</h1>
      {justBought && <PaidPixel step="GIFT_VOUCHER_PAID" purchase={voucher.id} />}
      {justBought && <p className="thanks-lead">{wholeCodes(t('gift.thanks.text', { code }))}</p>}
      {justBought && offer?.thankYouText && <p className="thanks-lead gift-text">{offer.thankYouText}</p>}
      <section className="thanks-card order-summary" aria-labelledby="voucher-facts">
        <h2 id="voucher-facts">
          {voucher.formula
            ? `${voucher.formula} · ${t('gift.people', { count: voucher.quantity })}`
            : t('gift.summary')}
        </h2>
        <dl>
          <div>
            <dt>{t('gift.value')}</dt>
            <dd>{money(voucher.valueMinor)}</dd>
          </div>
          {voucher.discountMinor > 0 && (
            <div>
              <dt>{t('gift.paid')}</dt>
              <dd>{money(voucher.totalMinor)}</dd>
            </div>
          )}
          {!justBought && (
            <div>
              <dt>{t('gift.balance')}</dt>
              <dd data-testid="voucher-balance">{money(voucher.balanceMinor)}</dd>
            </div>
          )}
          {voucher.validityDate && (
            <div>
              <dt>{t('gift.until')}</dt>
              <dd>{formatDate(voucher.validityDate, language, 'medium')}</dd>
            </div>
          )}
        </dl>
        {voucher.documentReady ? (
          <Button
            kind="main"
            wide
            busy={save.isPending}
            onClick={() => save.mutate()}
            data-testid="voucher-pdf"
          >
            <Download aria-hidden />
            {t('gift.pdf')}
          </Button>
        ) : (
          <p className="c-soft thanks-wait">
            <span className="c-spinner" aria-hidden /> {t('gift.pdf.preparing')}
          </p>
        )}
        <p className="thanks-mail" data-testid="mail" data-sent={voucher.mailSent}>
          <Mail className="c-icon" aria-hidden />
          {t(voucher.mailSent ? 'gift.mail.sent' : 'gift.mail.pending')}
        </p>
        {sending && voucher.beneficiaryEmail && (
          <p className="thanks-mail">
            <Mail className="c-icon" aria-hidden />
            {t(sending, {
              email: voucher.beneficiaryEmail,
              date: voucher.sendOn ? day(voucher.sendOn) : '',
            })}
          </p>
        )}
        {voucher.isPostal && (
          <p className="thanks-mail">
            <Mail className="c-icon" aria-hidden />
            {t('gift.postage')} : {t(voucher.isPosted ? 'gift.posted' : 'gift.toPost')}
          </p>
        )}
        {voucher.giftBag !== null && (
          <p className="thanks-mail" data-testid="voucher-bag">
            <Gift className="c-icon" aria-hidden />
            <span>
              {voucher.giftBag ? t('gift.bag.with', { contents: voucher.giftBag }) : `${t('gift.bag')}.`}{' '}
              {t('gift.bag.how')}
            </span>
          </p>
        )}
      </section>
      {theatre && (
        <p>
          <Link to={`/gift-vouchers/cart/add/${theatre.slug}`}>{t('gift.another')}</Link>
        </p>
      )}
    </div>
  );
}

/** How the sending to the recipient stands; null when there is none to send to. */
function sendingOf({ beneficiaryEmail, isSent, sendOn }: BoughtVoucher) {
  if (!beneficiaryEmail) return null;
  if (isSent) return 'gift.sent' as const;
  return sendOn ? ('gift.willSend' as const) : ('gift.sending' as const);
}

function Unknown() {
  const t = useText();
  const theatre = useTheatre();
  return (
    <div className="page">
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('gift.unknown')}
        level={1}
        actions={
          <Link className="c-button" to={theatre ? `/theatres/${theatre.slug}` : '/'}>
            {t('return.more')}
          </Link>
        }
      >
        {t('gift.unknown.text')}
      </EmptyState>
    </div>
  );
}
