import { resourcesOf } from '@coulisse/resource-server';
import type { Tx } from '@coulisse/service-kit/database';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { accountingCode, settings, unit, vat } from '../../resources';
import {
  DEFAULT_ACCOUNTS,
  DEFAULT_EXEMPTION,
  DEFAULT_LATE_PENALTY,
  DEFAULT_RATES,
  DEFAULT_UNITS,
  VAT_ACCOUNT,
} from './default-rows';

/** What is known of a new tenant. */
export interface NewTenant {
  readonly name: string;
  readonly city: string;
  readonly address: string;
}

/** A line of an address that ends with the postal code and the town: `12 rue des Tanneurs, 77100 Meaux`. */
const WHOLE_ADDRESS = /^(.*?),?\s*\b(\d{5})\s+(\D+)$/;

/** The parts of a tenant's address, which is one line. */
export function postalAddress({ address, city }: Pick<NewTenant, 'address' | 'city'>) {
  const [, line = address, zipCode = null, town = city] = WHOLE_ADDRESS.exec(address) ?? [];
  return { addressLine1: line.slice(0, 200) || null, zipCode, city: town || null };
}

/** Creates what a tenant needs to sell; does nothing for a tenant that has settings. Events of a tenant come one by one. */
export async function createDefaults(tx: Tx, ctx: ServiceContext, tenant: NewTenant): Promise<void> {
  const { rowCount } = await tx.sql.query('SELECT 1 FROM settings WHERE tenant_id = $1', [tx.tenantId]);
  if (rowCount !== 0) return;
  const { actor } = tx;
  const resources = resourcesOf(ctx);
  await resources.of(settings).create(tx, actor, {
    name: tenant.name,
    ...postalAddress(tenant),
    country: 'FR',
    latePenalty: DEFAULT_LATE_PENALTY,
  });
  const accounts = new Map<string, string>();
  for (const account of DEFAULT_ACCOUNTS) {
    const { id } = await resources.of(accountingCode).create(tx, actor, account);
    accounts.set(account.code, id);
  }
  const vatAccount = accounts.get(VAT_ACCOUNT) ?? null;
  for (const rate of DEFAULT_RATES)
    await resources.of(vat).create(tx, actor, { ...rate, accountingCode: vatAccount });
  await resources.of(vat).create(tx, actor, DEFAULT_EXEMPTION);
  for (const each of DEFAULT_UNITS) await resources.of(unit).create(tx, actor, each);
}
