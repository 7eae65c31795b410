import { useTranslation } from 'react-i18next';
import {
  Check,
  Field,
  formatDate,
  formatMoney,
  Input,
  Select,
  Stepper,
  Textarea,
  toLanguage,
} from '@coulisse/ui-kit';
import { DatePicker } from '@coulisse/ui-kit/complex';
import type { VoucherOffer, VoucherWish } from './voucher-wish';

/** Amounts that are proposed, in euros. */
const USUAL = ['30', '50', '80', '100', '150'];

interface VoucherSectionProps {
  offer: VoucherOffer;
  wish: VoucherWish;
  onChange: (changes: Partial<VoucherWish>) => void;
}

/** What the voucher is of: an amount, or a formula for some people. */
export const WorthSection = ({ offer, wish, onChange }: VoucherSectionProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const formula = offer.formulas.find(({ id }) => id === wish.formula);
  const limits = {
    min: formatMoney(offer.leastMinor, language),
    max: formatMoney(offer.mostMinor, language),
  };
  return (
    <section className="c-card t-voucher-card" aria-labelledby="voucher-worth">
      <h2 id="voucher-worth">{t('voucher-sale.worth')}</h2>
      {offer.formulas.length > 0 && (
        <div className="t-voucher-kinds" role="group" aria-labelledby="voucher-worth">
          {(['amount', 'formula'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={wish.kind === kind}
              data-testid={`voucher-kind-${kind}`}
              onClick={() =>
                onChange({
                  kind,
                  ...(kind === 'formula' && !formula && offer.formulas[0]
                    ? { formula: offer.formulas[0].id, people: offer.formulas[0].minimumNumberOfPeople || 1 }
                    : {}),
                })
              }
            >
              {t(`voucher-sale.${kind}`)}
            </button>
          ))}
        </div>
      )}
      {wish.kind === 'amount' ? (
        <>
          <Field label={t('voucher-sale.amount')} help={t('voucher-sale.amount.help', limits)} required>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                unit="€"
                value={wish.amount}
                data-testid="voucher-amount"
                onChange={({ target }) => onChange({ amount: target.value })}
              />
            )}
          </Field>
          <div className="t-voucher-kinds" role="group" aria-label={t('voucher-sale.usual')}>
            {USUAL.map((amount) => (
              <button
                key={amount}
                type="button"
                aria-pressed={wish.amount === amount}
                onClick={() => onChange({ amount })}
              >
                {formatMoney(Number(amount) * 100, language)}
              </button>
            ))}
          </div>
        </>
      ) : (
        <div className="t-voucher-formula">
          <Field label={t('voucher-sale.formula')} required>
            {(control) => (
              <Select
                {...control}
                value={wish.formula}
                options={offer.formulas.map(({ id, name, priceMinor }) => ({
                  value: id,
                  label: `${name} · ${formatMoney(priceMinor, language)}`,
                }))}
                onChange={({ target }) => {
                  const next = offer.formulas.find(({ id }) => id === target.value);
                  onChange({
                    formula: target.value,
                    people: Math.max(wish.people, next?.minimumNumberOfPeople ?? 1),
                  });
                }}
              />
            )}
          </Field>
          <div className="t-voucher-people">
            <span id="voucher-people">{t('voucher-sale.people')}</span>
            <Stepper
              label={t('voucher-sale.people')}
              value={wish.people}
              min={formula?.minimumNumberOfPeople || 1}
              max={100}
              onChange={(people) => onChange({ people })}
            />
          </div>
        </div>
      )}
    </section>
  );
};

/** Who gets the voucher, and how. */
export const GiftSection = ({ offer, wish, onChange }: VoucherSectionProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const { postage, giftBag } = offer;
  return (
    <section className="c-card t-voucher-card" aria-labelledby="voucher-gift">
      <h2 id="voucher-gift">{t('section.gift')}</h2>
      <div className="t-grid">
        <Field label={t('voucher-sale.beneficiary')}>
          {(control) => (
            <Input
              {...control}
              value={wish.beneficiaryName}
              maxLength={511}
              onChange={({ target }) => onChange({ beneficiaryName: target.value })}
            />
          )}
        </Field>
        <Field label={t('voucher-sale.beneficiary-email')} help={t('voucher-sale.beneficiary-email.help')}>
          {(control) => (
            <Input
              {...control}
              type="email"
              value={wish.beneficiaryEmail}
              onChange={({ target }) =>
                onChange({
                  beneficiaryEmail: target.value,
                  ...(target.value.trim() === '' ? { sendOn: '' } : {}),
                })
              }
            />
          )}
        </Field>
      </div>
      <Field label={t('voucher-sale.message')}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={600}
            value={wish.message}
            onChange={({ target }) => onChange({ message: target.value })}
          />
        )}
      </Field>
      {wish.beneficiaryEmail.trim() !== '' && (
        <Field
          label={t('voucher-sale.send-on')}
          help={t('voucher-sale.send-on.help', { date: formatDate(offer.lastDay, language, 'short') })}
        >
          {(control) => (
            <DatePicker
              control={control}
              min={offer.today}
              max={offer.lastDay}
              value={wish.sendOn || null}
              onChange={(sendOn) => onChange({ sendOn: sendOn ?? '' })}
            />
          )}
        </Field>
      )}
      <Check
        checked={wish.isPostal}
        label={
          postage
            ? t('voucher-sale.postal-price', {
                name: postage.name,
                amount: formatMoney(postage.priceMinor, language),
              })
            : t('voucher-sale.postal')
        }
        onChange={({ target }) => onChange({ isPostal: target.checked })}
      />
      {giftBag && (
        <Check
          checked={wish.hasGiftBag}
          label={t('voucher-sale.gift-bag', {
            contents: giftBag.contents,
            amount: formatMoney(giftBag.priceMinor, language),
          })}
          onChange={({ target }) => onChange({ hasGiftBag: target.checked })}
        />
      )}
    </section>
  );
};
