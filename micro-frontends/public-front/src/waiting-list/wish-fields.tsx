import { Check, Field, Select } from '@coulisse/ui-kit';
import { useText } from '../app/use-text';
import type { ListTerms, SeatWish } from './waiting-list-api';

interface WishFieldsProps {
  terms: ListTerms;
  wish: SeatWish;
  onChange: (wish: SeatWish) => void;
  errors: ReadonlyMap<string, string>;
}

/** How many people wait, and for which seats. */
export function WishFields({ terms, wish, onChange, errors }: WishFieldsProps) {
  const t = useText();
  const { largestParty, categories, consecutivePlace } = terms;
  return (
    <>
      <Field label={t('waiting-list.party')} required error={errors.get('partySize')}>
        {(control) => (
          <Select
            {...control}
            name="partySize"
            value={String(wish.partySize)}
            onChange={(event) => onChange({ ...wish, partySize: Number(event.target.value) })}
            options={Array.from({ length: Math.max(largestParty, wish.partySize) }, (_, index) => ({
              value: String(index + 1),
              label: t('waiting-list.people', { count: index + 1 }),
            }))}
          />
        )}
      </Field>
      {categories.length > 1 && (
        <Field label={t('waiting-list.category')} error={errors.get('categoryId')}>
          {(control) => (
            <Select
              {...control}
              name="category"
              value={wish.categoryId ?? ''}
              onChange={(event) => onChange({ ...wish, categoryId: event.target.value || null })}
              empty={t('waiting-list.category.any')}
              options={categories.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
      )}
      {!consecutivePlace && wish.partySize > 1 && (
        <Check
          label={t('waiting-list.together')}
          checked={wish.isTogether}
          onChange={(event) => onChange({ ...wish, isTogether: event.target.checked })}
        />
      )}
    </>
  );
}
