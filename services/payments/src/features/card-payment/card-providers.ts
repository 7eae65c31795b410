import type { Tx } from '@coulisse/service-kit';
import type { ServiceIdentifier } from 'inversify';
import type { CardProvider } from './card-provider.port';

export type CardProviderName = CardProvider['name'];

/** The companies that tenants may choose between. */
export class CardProviders {
  private readonly byName: ReadonlyMap<string, CardProvider>;

  constructor(providers: readonly CardProvider[]) {
    this.byName = new Map(providers.map((provider) => [provider.name, provider]));
  }

  /** The provider of a payment; money taken at the desk has none. */
  of(name: string): CardProvider {
    const provider = this.byName.get(name);
    if (!provider) throw new Error(`${name} takes no payments by card.`);
    return provider;
  }

  /** The provider that the tenant chose for new payments. */
  async chosen(tx: Tx): Promise<CardProvider> {
    const { rows } = await tx.sql.query<{ name: CardProviderName }>(
      'SELECT bank_kit_mode AS name FROM bank_settings WHERE tenant_id = $1 ORDER BY created_at LIMIT 1',
      [tx.tenantId],
    );
    return this.of(rows[0]?.name ?? 'PAYBOX');
  }
}

export const CARD_PROVIDERS: ServiceIdentifier<CardProviders> = Symbol('CardProviders');
