import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceRow,
  useApi,
  useResources,
} from '@coulisse/mfe-kit';
import { isEmpty, parseNumber } from '@coulisse/resource-client';
import { asChoice, asText } from '@coulisse/resource-fields';
import type { ProductChoice, Reference } from '@coulisse/resource-lines';

const NO_ROWS: readonly ResourceRow[] = [];
const MOST_ROWS = '100';
const MOST_PRODUCTS = '8';

const childNamed = (field: FieldDescriptor, name: string) =>
  field.fields?.find((child) => child.name === name);

/** A rate as a decimal string: a number, or a reference to a rate that is named by it (`20 %`). */
const rateOf = (value: unknown): string => {
  const rate = parseNumber(asChoice(value)?.label ?? asText(value), 'fr');
  return /^\d+(\.\d+)?$/.test(rate) ? rate : '';
};

/** Names of the field of a product with its VAT: a rate, or a reference to a record with a rate and an exemption. */
const VAT_FIELDS = ['vatRate', 'vat'];
type Vat = Pick<ProductChoice, 'vatRate' | 'vatExemption'>;

const vatOf = (row: ResourceRow, vats: readonly ResourceRow[]): Vat => {
  const value = VAT_FIELDS.map((name) => row[name]).find((candidate) => !isEmpty(candidate));
  const record = vats.find(({ id }) => id === asChoice(value)?.id);
  return record
    ? { vatRate: rateOf(record['rate']), vatExemption: asText(record['exemption']) }
    : { vatRate: rateOf(value) };
};

const productOf = (row: ResourceRow, labelField: string, vats: readonly ResourceRow[]): ProductChoice => {
  const account = row['account'] ?? row['accountingCode'];
  const { priceEntry } = row;
  return {
    id: row.id,
    label: asText(row[labelField]) || row.id,
    code: asText(row['code'] ?? row['reference']),
    unit: asChoice(row['unit']),
    unitPrice: asText(row['unitPrice']),
    ...(priceEntry === 'HT' || priceEntry === 'TTC' ? { priceEntry } : {}),
    ...vatOf(row, vats),
    ...(account === undefined ? {} : { account: asChoice(account) }),
  };
};

/** The records of a small resource; none without one. */
const useAll = (resource: ResourceDescriptor | undefined): readonly ResourceRow[] => {
  const api = useApi();
  const query = useQuery({
    queryKey: ['list', resource?.name, 'all'],
    queryFn: ({ signal }) =>
      api.get<{ items: ResourceRow[] }>(
        `${resource?.path}?${new URLSearchParams({ size: MOST_ROWS, sort: resource?.labelField ?? '' })}`,
        { signal },
      ),
    enabled: resource !== undefined,
  });
  return query.data?.items ?? NO_ROWS;
};

/** Units and products of the resources that the columns `unit` and `product` of the lines refer to. */
export const useLineSources = (field: FieldDescriptor) => {
  const api = useApi();
  const resources = useResources();
  const targetOf = (name: string) =>
    resources.find((resource) => resource.name === childNamed(field, name)?.ref);
  const [units, products] = [targetOf('unit'), targetOf('product')];
  const vatTarget = products?.fields.find(({ name }) => VAT_FIELDS.includes(name))?.ref;
  const vats = resources.find(({ name }) => name === vatTarget);
  const unitRows = useAll(units);
  const vatRows = useAll(vats);
  const offered = useMemo(
    () =>
      unitRows.map((row): Reference => ({
        id: row.id,
        label: asText(row[units?.labelField ?? '']) || row.id,
      })),
    [unitRows, units],
  );
  const findProducts = products
    ? async (typed: string) => {
        const search = new URLSearchParams({ q: typed, size: MOST_PRODUCTS, sort: products.labelField });
        const { items } = await api.get<{ items: ResourceRow[] }>(`${products.path}?${search}`);
        return items.map((row) => productOf(row, products.labelField, vatRows));
      }
    : undefined;
  return {
    units: offered,
    vatRate: asText(childNamed(field, 'vatRate')?.default),
    findProducts,
  };
};
