import { Problem, type FieldError, type Tx } from '@coulisse/service-kit';
import type { Command } from '@coulisse/resource-server';
import { officialNumbers } from '../third-parties/official-numbers.domain';

type Values = Record<string, unknown>;

/** Individuals are contacts of companies and suppliers, not of each other. */
async function wrongSociety(tx: Tx, society: unknown): Promise<FieldError[]> {
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

export const createContact: Command = async (input, tx, _ctx, proceed) => {
  await check(tx, input);
  return proceed();
};
export const updateContact: Command = async ({ changes }, tx, _ctx, proceed) => {
  await check(tx, changes as Values);
  return proceed();
};
