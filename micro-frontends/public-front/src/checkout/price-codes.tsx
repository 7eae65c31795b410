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
  /** The reservation is saved with its codes: they are only shown. */
  isFixed?: boolean;
}

/** Where the focus goes when what had it is no longer there. */
type Place = 'code' | 'key' | 'open' | 'promotion' | 'voucher';

/** The promotion code and the gift voucher of a cart: what they change, a way to take them back, and a field for another. */
export function PriceCodes({ priced, isOpened, isFixed = false }: PriceCodesProps) {
  const t = useText();
  const money = useMoney();
  const language = useLanguage();
  const { wishes: codes, prices, refusal, isApplying, apply } = priced;
  const [code, setCode] = useState('');
  const [key, setKey] = useState('');
  const [asksKey, setAsksKey] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const [isShown, setShown] = useState(isOpened);
  const [focus, setFocus] = useState<{ on: Place } | null>(isOpened ? { on: 'code' } : null);
  const places = useRef<Partial<Record<Place, HTMLElement | null>>>({});
  const at = (place: Place) => (element: HTMLElement | null) => void (places.current[place] = element);
  useEffect(() => {
    if (focus) places.current[focus.on]?.focus();
  }, [focus]);
  const refusedAs = refusal instanceof ApiProblem ? refusal.code : '';
  const needsKey =
    asksKey || looksLikeVoucher(code) || (refusedAs === 'promotion-code.unknown' && mayBeVoucher(code));
  const isEmpty = codes.promotionCode === '' && codes.giftVoucher === null;
  const isFull = codes.promotionCode !== '' && codes.giftVoucher !== null;
  const isMissing = asksCode && code.trim() === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isApplying) return;
    if (code.trim() === '') {
      setAsksCode(true);
      setFocus({ on: 'code' });
      return;
    }
    if (needsKey && key.trim() === '') {
      setAsksKey(true);
      setFocus({ on: 'key' });
      return;
    }
    const giftVoucher = { code: code.trim(), key: key.trim() };
    if (!(await apply(needsKey ? { giftVoucher } : { promotionCode: code.trim() }))) {
      setFocus({ on: 'code' });
      return;
    }
    setCode('');
    setKey('');
    setAsksKey(false);
    setAsksCode(false);
    setShown(false);
    setFocus({ on: needsKey ? 'voucher' : 'promotion' });
  };
  const without = async (part: Parameters<typeof apply>[0]) => {
    // Disabled, the button would lose the focus.
    if (!isApplying && (await apply(part))) setFocus({ on: isShown ? 'code' : 'open' });
  };
  const remove = (shownCode: string, part: Parameters<typeof apply>[0]) =>
    !isFixed && (
      <Button
        kind="link"
        aria-label={t('code.remove-of', { code: shownCode })}
        onClick={() => void without(part)}
      >
        {t('code.remove')}
      </Button>
    );
  const voucher = prices?.giftVoucher;
  const promotionCode = prices?.promotionCode ?? codes.promotionCode;
  const voucherCode = voucher?.code ?? codes.giftVoucher?.code ?? '';
  const codeError = (): string | undefined => {
    if (isMissing) return t('code.missing');
    return refusal !== null && code !== '' ? problemText(refusal, t) : undefined;
  };
  const keyError = (): string | undefined => {
    if (asksKey && key.trim() === '') return t('form.required');
    // The service does not say which of both is wrong.
    return refusedAs === 'gift-voucher.not-found' && code !== '' ? t('code.key.check') : undefined;
  };
  return (
    <div className="price-codes">
      <ul role="list" aria-live="polite">
        {codes.promotionCode !== '' && (
          <li ref={at('promotion')} tabIndex={-1} data-testid="promotion-code">
            <span>{t('code.promotion', { code: promotionCode })}</span>
            {prices && <b>−{money(prices.discountMinor)}</b>}
            {remove(promotionCode, { promotionCode: '' })}
          </li>
        )}
        {codes.giftVoucher && (
          <li ref={at('voucher')} tabIndex={-1} data-testid="gift-voucher">
            <span>
              {wholeCodes(t('code.voucher', { code: voucherCode }))}
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
            {remove(voucherCode, { giftVoucher: null })}
          </li>
        )}
      </ul>
      {!isShown && refusal !== null && (
        <p className="c-error" role="alert">
          {problemText(refusal, t)}
        </p>
      )}
      {!isShown && !isFull && !isFixed && (
        <Button
          kind="link"
          ref={at('open')}
          onClick={() => {
            setShown(true);
            setFocus({ on: 'code' });
          }}
        >
          {t(isEmpty ? 'code.open' : 'code.another')}
        </Button>
      )}
      {isShown && (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Field label={t('code.label')} required help={t('code.help')} error={codeError()}>
            {(control) => (
              <Input
                {...control}
                ref={at('code')}
                value={code}
                maxLength={30}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                data-testid="code"
                onChange={({ target }) => {
                  setCode(target.value);
                  // Another code may need no key.
                  setAsksKey(false);
                }}
              />
            )}
          </Field>
          {needsKey && (
            <Field label={t('code.key')} required help={t('code.key.help')} error={keyError()}>
              {(control) => (
                <Input
                  {...control}
                  ref={at('key')}
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
