import type { MessageId } from '@coulisse/contracts/messages';
import { bic, iban, nir, siren, siret, vatNumber, type Identifier } from '@coulisse/identifiers';
import type { FieldKind, IdentifierKind } from '../field';

/** Kinds whose values are registered identifiers, with the error code for an invalid one. */
export const IDENTIFIERS: Record<IdentifierKind, { identifier: Identifier; wrong: MessageId }> = {
  iban: { identifier: iban, wrong: 'validation.iban' },
  bic: { identifier: bic, wrong: 'validation.bic' },
  siren: { identifier: siren, wrong: 'validation.siren' },
  siret: { identifier: siret, wrong: 'validation.siret' },
  vatNumber: { identifier: vatNumber, wrong: 'validation.vat-number' },
  nir: { identifier: nir, wrong: 'validation.nir' },
};
export const isIdentifier = (kind: FieldKind): kind is IdentifierKind => Object.hasOwn(IDENTIFIERS, kind);
