import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type Dispatch, type Ref, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi, useMay } from '@coulisse/mfe-kit';
import { Avatar, Button, Field, Input, Notice } from '@coulisse/ui-kit';
import { phoneText } from '@coulisse/resource-fields';
import { TIERS } from '../../api-paths';
import type { Page } from '../../api-types';
import { NOBODY, type DeskCustomer } from './desk-types';
import { completedBy, customerOf, FOUND_COLUMNS, type TiersRow } from './known-customer';

interface Alike {
  id: string;
  name: string;
  email?: string | null;
}

const contactLine = (telephone: string | null, email: string | null): string =>
  [telephone && phoneText(telephone), email].filter(Boolean).join(' · ');

export interface CustomerSectionProps {
  customer: DeskCustomer;
  onChange: Dispatch<SetStateAction<DeskCustomer>>;
  /** A known customer was chosen by the keyboard: the next section gets the focus. */
  onChosen: () => void;
  input: Ref<HTMLInputElement>;
}

/** The buyer: a third party that is searched for, or one that is typed in, with a warning of possible duplicates. */
export const CustomerSection = ({ customer, onChange, onChosen, input }: CustomerSectionProps) => {
  const { t } = useTranslation('ticketing');
  const api = useApi();
  const may = useMay();
  const [search, setSearch] = useState('');
  const [isNew, setNew] = useState(false);
  const [marked, setMarked] = useState(0);
  const newName = useRef<HTMLInputElement>(null);
  const [isWaiting, setWaiting] = useState(false);
  const searched = search.trim();
  const found = useQuery({
    queryKey: ['desk-customers', searched],
    queryFn:
      searched.length >= 2 && may('crm.tiers.read')
        ? () =>
            api.get<Page<TiersRow>>(
              `${TIERS}?${new URLSearchParams({ q: searched, size: '6', columns: FOUND_COLUMNS })}`,
            )
        : skipToken,
  });
  const rows = found.data?.items ?? [];
  const choose = (row: TiersRow) => {
    setWaiting(false);
    onChange(customerOf(row));
    setSearch('');
    setNew(false);
    onChosen();
    // The list has no addresses; the sale does not wait for them.
    if (!row.addresses)
      void api.get<TiersRow>(`${TIERS}/${row.id}`).then(
        (record) => onChange((now) => completedBy(record, now)),
        () => undefined,
      );
  };
  // Enter before the answer has come chooses its first result.
  useEffect(() => {
    if (isWaiting && !found.isFetching && rows[0]) choose(rows[0]);
  });
  const { tiers, firstName, lastName, email, telephone } = customer;
  useEffect(() => {
    if (isNew) newName.current?.focus();
  }, [isNew]);
  const alike = useQuery({
    queryKey: ['desk-alike', firstName, lastName, email, telephone],
    queryFn:
      isNew && may('crm.tiers.read') && (email.includes('@') || telephone.length > 7 || lastName.length > 2)
        ? () =>
            api.post<{ items: Alike[] }>(`${TIERS}/_look-alike`, {
              kind: 'particular',
              ...{ firstName, lastName, email, mobile: telephone },
            })
        : skipToken,
  });
  const set = (changes: Partial<DeskCustomer>) => onChange({ ...customer, ...changes, tiers: null });
  const showAlike = async (id: string) => choose(await api.get<TiersRow>(`${TIERS}/${id}`));
  return (
    <section className="t-desk-section" aria-label={t('desk.customer')}>
      <h2>
        {t('desk.customer')}
        <span className="c-push c-actions">
          <Button
            kind="link"
            onClick={() => {
              setNew(true);
              onChange({ ...NOBODY, lastName: search.trim() });
            }}
          >
            {t('desk.customer.new')}
          </Button>
          <kbd>Alt C</kbd>
        </span>
      </h2>
      {tiers ? (
        <div className="t-desk-person" data-testid="desk-customer">
          <Avatar name={`${firstName} ${lastName}`} />
          <span className="t-two">
            {[firstName, lastName].filter(Boolean).join(' ')}
            <small className="c-faint">{contactLine(telephone, email)}</small>
          </span>
          <Button kind="link" onClick={() => onChange(NOBODY)}>
            {t('desk.customer.change')}
          </Button>
        </div>
      ) : (
        <Input
          ref={input}
          type="search"
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls="desk-customers"
          aria-activedescendant={rows[marked] && `desk-customer-${marked}`}
          aria-label={t('desk.customer.search')}
          placeholder={t('desk.customer.search')}
          value={search}
          data-testid="desk-customer-search"
          onChange={(event) => {
            setSearch(event.target.value);
            setMarked(0);
            setWaiting(false);
          }}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.altKey) return;
            if (event.key === 'ArrowDown') setMarked((at) => Math.min(at + 1, rows.length - 1));
            else if (event.key === 'ArrowUp') setMarked((at) => Math.max(at - 1, 0));
            else if (event.key === 'Enter') {
              const row = rows[marked];
              if (row) choose(row);
              else if (found.isFetching) setWaiting(true);
            } else return;
            event.preventDefault();
          }}
        />
      )}
      {!tiers && searched.length >= 2 && found.data && (
        <ul id="desk-customers" className="t-desk-found" role="listbox" aria-label={t('desk.customer')}>
          {rows.map((row, index) => (
            <li key={row.id} id={`desk-customer-${index}`} role="option" aria-selected={index === marked}>
              <button type="button" tabIndex={-1} onClick={() => choose(row)}>
                <span className="t-two">
                  {row.name}
                  <small className="c-faint">{contactLine(row.mobile ?? row.telephone, row.email)}</small>
                </span>
              </button>
            </li>
          ))}
          {rows.length === 0 && <li className="c-soft">{t('desk.customer.none')}</li>}
        </ul>
      )}
      {isNew && !tiers && (
        <div className="t-desk-new">
          <Field label={t('desk.customer.last-name')} required>
            {(control) => (
              <Input
                {...control}
                ref={newName}
                value={lastName}
                onChange={({ target }) => set({ lastName: target.value })}
              />
            )}
          </Field>
          <Field label={t('desk.customer.first-name')}>
            {(control) => (
              <Input
                {...control}
                value={firstName}
                onChange={({ target }) => set({ firstName: target.value })}
              />
            )}
          </Field>
          <Field label={t('desk.customer.email')}>
            {(control) => (
              <Input
                {...control}
                type="email"
                value={email}
                onChange={({ target }) => set({ email: target.value })}
              />
            )}
          </Field>
          <Field label={t('desk.customer.telephone')}>
            {(control) => (
              <Input
                {...control}
                type="tel"
                value={telephone}
                onChange={({ target }) => set({ telephone: target.value })}
              />
            )}
          </Field>
          {alike.data?.items.slice(0, 2).map((row) => (
            <Notice key={row.id} tone="warn">
              {t('desk.customer.alike', { name: row.name })}{' '}
              <Button kind="link" onClick={() => void showAlike(row.id)}>
                {t('desk.customer.use')}
              </Button>
            </Notice>
          ))}
        </div>
      )}
    </section>
  );
};
