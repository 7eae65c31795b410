/** Response types of crm besides its records. */

export type Reason = 'siret' | 'siren' | 'vat' | 'email' | 'phone' | 'same-name' | 'similar-name' | 'zip';

export interface Similarity {
  /** 0 to 100. */
  score: number;
  reasons: Reason[];
}

/** A third party in a list of duplicates. */
export interface TiersSummary {
  id: string;
  version: number;
  kind: string;
  name: string | null;
  email: string | null;
  telephone: string | null;
  siret: string | null;
  zipCode: string | null;
  city: string | null;
  createdAt: string;
}

export interface DuplicateCandidate extends Similarity {
  tiers: TiersSummary;
}

export interface DuplicateGroup extends Similarity {
  tiers: TiersSummary[];
}

export interface Page<Item> {
  items: Item[];
  page: { size: number; number?: number; total: number | null };
}

export interface Informations {
  turnover: { amountHT: string; sales: number; lastSaleAt: string | null };
  contacts: number;
  notes: number;
  lastNote: { id: string; title: string; date: string } | null;
  /** Third parties that were merged into this one. */
  merged: { id: string; label: string | null }[];
}

export interface Merged {
  tiers: { id: string; version: number; name: string | null };
  moved: Record<'addresses' | 'contacts' | 'notes' | 'attachments' | 'sales', number>;
}

/** Limits are decimal strings; a band without `min` is not part of the scale. */
export interface Band {
  id: string;
  name: string;
  min: string | null;
  max: string | null;
}
