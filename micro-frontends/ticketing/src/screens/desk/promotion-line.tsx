import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, formatMoney, Input, toLanguage } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

export interface PromotionLineProps {
  /** The code that was taken; empty without one. */
  code: string;
  /** What it takes off, with the discount; null until that is known. */
  discountMinor: number | null;
  failure: unknown;
  onChange: (code: string) => void;
  input?: Ref<HTMLInputElement>;
}

/** The promotion code of a sale, beside the discount. */
export const PromotionLine = ({ code, discountMinor, failure, onChange, input }: PromotionLineProps) => {
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const problemText = useProblemText();
  const [typed, setTyped] = useState('');
  if (code !== '')
    return (
      <div data-testid="desk-promotion">
        <div className="t-desk-person">
          <span>{t('desk.promotion.code', { code })}</span>
          {discountMinor !== null && !failure && (
            <span className="c-num c-push">−{formatMoney(discountMinor, language)}</span>
          )}
          <Button kind="link" onClick={() => onChange('')}>
            {t('desk.voucher.remove')}
          </Button>
        </div>
        {Boolean(failure) && (
          <span className="c-error" role="alert">
            {problemText(failure)}
          </span>
        )}
      </div>
    );
  return (
    <form
      className="t-desk-promotion"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim());
        setTyped('');
      }}
    >
      <Input
        ref={input}
        aria-label={t('desk.promotion')}
        placeholder={t('desk.promotion')}
        value={typed}
        maxLength={30}
        autoComplete="off"
        data-testid="desk-promotion-code"
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" disabledBecause={typed.trim() === '' ? t('desk.promotion.empty') : undefined}>
        {t('desk.promotion.apply')}
      </Button>
    </form>
  );
};
