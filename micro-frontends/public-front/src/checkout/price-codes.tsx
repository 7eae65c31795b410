import { Button, Field, Input, useLanguage, wholeCodes } from '@coulisse/ui-kit';
import { formatDate } from '@coulisse/ui-kit/format';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiProblem } from '../api/client';
import { useMoney } from '../app/format';
import { useText } from '../app/use-text';
import type { PricedCart } from './cart-prices';
import { problemText } from './problem-text';
import { looksLikeVoucher, mayBeVoucher } from './voucher-shape';
import '../styles/price-codes.css';

export interface PriceCodesProps {
  priced: PricedCart;
  /** The buyer has just opened it: the field takes the focus. */
  isOpened: boolean;
}

/** The promotion code and the gift voucher of a cart: what they change, a way to take them back, and a field for another. */
export function PriceCodes({ priced, isOpened }: PriceCodesProps) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const { wishes: codes, prices, refusal, isApplying, apply } = priced;
  const [code, setCode] = useState('');
  const [key, setKey] = useState('');
  const [asksKey, setAsksKey] = useState(false);
  const [isShown, setShown] = useState(isOpened);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpened) input.current?.focus();
  }, [isOpened]);
  const isUnknown = refusal instanceof ApiProblem && refusal.code === 'promotion-code.unknown';
  const needsKey = asksKey || looksLikeVoucher(code) || (isUnknown && mayBeVoucher(code));
  const isFull = codes.promotionCode !== '' && codes.giftVoucher !== null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return;
    if (needsKey && key.trim() === '') {
      setAsksKey(true);
      return;
    }
    const giftVoucher = { code: code.trim(), key: key.trim() };
    const isDone = await apply(needsKey ? { giftVoucher } : { promotionCode: code.trim() });
    if (!isDone) return;
    setCode('');
    setKey('');
    setAsksKey(false);
    setShown(false);
  };
  const without = (part: Parameters<typeof apply>[0]) => void apply(part);
  const voucher = prices?.giftVoucher;
  return (
    <div className="price-codes">
      <ul role="list" aria-live="polite">
        {codes.promotionCode !== '' && (
          <li data-testid="promotion-code">
            <span>{t('code.promotion', { code: prices?.promotionCode ?? codes.promotionCode })}</span>
            {prices && <b>−{money(prices.discountMinor)}</b>}
            <Button
              kind="link"
              disabled={isApplying}
              aria-label={t('code.remove-of', { code: codes.promotionCode })}
              onClick={() => without({ promotionCode: '' })}
            >
              {t('code.remove')}
            </Button>
          </li>
        )}
        {codes.giftVoucher && (
          <li data-testid="gift-voucher">
            <span>
              {wholeCodes(t('code.voucher', { code: voucher?.code ?? codes.giftVoucher.code }))}
              {voucher && (
                <small>
                  {voucher.balanceMinor > 0
                    ? voucher.validityDate
                      ? t('code.voucher.left-until', {
                          amount: money(voucher.balanceMinor),
                          date: formatDate(voucher.validityDate, language, 'long'),
                        })
                      : t('code.voucher.left', { amount: money(voucher.balanceMinor) })
                    : t('code.voucher.used-up')}
                </small>
              )}
            </span>
            {voucher && <b>−{money(voucher.voucherMinor)}</b>}
            <Button
              kind="link"
              disabled={isApplying}
              aria-label={t('code.remove-of', { code: codes.giftVoucher.code })}
              onClick={() => without({ giftVoucher: null })}
            >
              {t('code.remove')}
            </Button>
          </li>
        )}
      </ul>
      {!isShown && refusal !== null && (
        <p className="c-error" role="alert">
          {problemText(refusal, t)}
        </p>
      )}
      {!isShown && !isFull && (
        <Button kind="link" onClick={() => setShown(true)}>
          {t('code.another')}
        </Button>
      )}
      {isShown && (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Field
            label={t('code.label')}
            required
            help={t('code.help')}
            error={refusal !== null && code !== '' ? problemText(refusal, t) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                ref={input}
                value={code}
                maxLength={30}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                data-testid="code"
                onChange={({ target }) => setCode(target.value)}
              />
            )}
          </Field>
          {needsKey && (
            <Field
              label={t('code.key')}
              required
              help={t('code.key.help')}
              error={asksKey && key.trim() === '' ? t('form.required') : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  value={key}
                  maxLength={60}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  data-testid="code-key"
                  onChange={({ target }) => setKey(target.value)}
                />
              )}
            </Field>
          )}
          <Button type="submit" busy={isApplying} data-testid="code-apply">
            {t('code.apply')}
          </Button>
        </form>
      )}
    </div>
  );
}
