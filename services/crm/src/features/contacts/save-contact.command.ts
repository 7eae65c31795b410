import type { RecordValuesOf } from '@coulisse/resource';
import { Problem, type FieldError, type Tx } from '@coulisse/service-kit';
import { defineCommand } from '@coulisse/resource-server';
import { contact } from '../../resources';
import { officialNumbers } from '../third-parties/official-numbers.domain';

type Values = Partial<RecordValuesOf<typeof contact>>;

/** Individuals are contacts of companies and suppliers, not of each other. */
async function wrongSociety(tx: Tx, society: string | null | undefined): Promise<FieldError[]> {
  if (!society) return [];
  const { rows } = await tx.sql.query<{ kind: string }>(
    'SELECT kind FROM tiers WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, society],
  );
  return rows[0]?.kind === 'particular' ? [{ pointer: '/society', code: 'contact.not-a-company' }] : [];
}

async function check(tx: Tx, values: Values): Promise<void> {
  const errors = [...officialNumbers(values).errors, ...(await wrongSociety(tx, values.society))];
  if (errors.length) throw new Problem('validation.failed', { errors });
}

export const createContact = defineCommand(contact, 'create', async ({ values, tx, proceed }) => {
  await check(tx, values);
  return proceed();
});
export const updateContact = defineCommand(contact, 'update', async ({ changes, tx, proceed }) => {
  await check(tx, changes);
  return proceed();
});
