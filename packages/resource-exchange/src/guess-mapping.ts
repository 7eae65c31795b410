import { snake } from '@coulisse/resource';
import { fold } from './fold';
import type { ImportTarget } from './import-targets';

/** Synonyms of column headers, each folded. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['email', 'e mail', 'mail', 'courriel', 'adresse e mail', 'adresse mail', 'adresse email', 'email address'],
  ['telephone', 'tel', 'phone', 'phone number', 'numero de telephone', 'n de telephone'],
  ['mobile', 'portable', 'telephone portable', 'telephone mobile', 'gsm', 'mobile phone', 'cell phone'],
  ['prenom', 'first name', 'firstname', 'given name', 'forename'],
  ['nom', 'last name', 'lastname', 'surname', 'family name', 'nom de famille', 'name'],
  ['raison sociale', 'societe', 'entreprise', 'company', 'company name', 'business name', 'nom', 'name'],
  ['code postal', 'cp', 'zip', 'zip code', 'postcode', 'post code', 'postal code'],
  ['ville', 'city', 'town', 'commune', 'localite'],
  ['pays', 'country'],
  ['adresse', 'address', 'rue', 'street', 'voie', 'address 1', 'adresse 1', 'adresse ligne 1', 'line 1'],
  ['complement', 'complement d adresse', 'adresse 2', 'adresse ligne 2', 'address 2', 'line 2'],
  ['date de naissance', 'birth date', 'birthdate', 'birthday', 'ne e le', 'ne le', 'nee le'],
  ['siret', 'numero siret', 'n siret', 'no siret'],
  ['siren', 'numero siren', 'n siren', 'no siren'],
  [
    'tva',
    'numero de tva',
    'n tva',
    'tva intracommunautaire',
    'n tva intracommunautaire',
    'vat',
    'vat number',
  ],
  ['iban', 'compte', 'rib', 'account number'],
  [
    'commentaire',
    'commentaires',
    'comment',
    'comments',
    'note',
    'notes',
    'remarque',
    'remarques',
    'observations',
  ],
  ['langue', 'language'],
  ['devise', 'monnaie', 'currency'],
  ['site', 'site web', 'site internet', 'website', 'url', 'web'],
  ['quantite', 'qte', 'quantity', 'qty'],
  ['prix', 'tarif', 'price', 'montant', 'amount'],
  ['civilite', 'titre', 'title', 'salutation'],
  ['identifiant', 'id'],
];

/** Confidence of a match: a lower score applies only if no better match takes the field or the column. */
const SURE = 4;
const SPELLED = 3;
const ALIKE = 2;
const INSIDE = 1;

const spelled = (name: string) => fold(snake(name));

function score(header: string, { path, name, label }: ImportTarget): number {
  const word = fold(header);
  if (!word) return 0;
  const labels = [fold(label.fr), fold(label.en)];
  if (labels.includes(word) || fold(name) === word) return SURE;
  const names = path.child ? [] : [spelled(path.field), ...labels];
  if (names.includes(word)) return SPELLED;
  if (areSynonyms(word, names)) return ALIKE;
  if (!path.child) return 0;
  // `Ville` may mean the city of the first address, `Ville 2` that of the second.
  const [, bare = word, place] = /^(.*?)(?: (\d{1,2}))?$/.exec(word) ?? [];
  if (Number(place ?? 1) !== path.child.index + 1) return 0;
  const inside = [label.fr, label.en].map((header) => fold(header.split(' – ').at(-1) ?? ''));
  const own = [...inside, spelled(path.child.field)];
  return own.includes(bare) || areSynonyms(bare, own) ? INSIDE : 0;
}
const areSynonyms = (word: string, names: readonly string[]) =>
  SYNONYMS.some((group) => group.includes(word) && names.some((name) => group.includes(name)));

/** The best matching field for each column, every field at most once; null if none matches. */
export function guessMapping(
  headers: readonly string[],
  targets: readonly ImportTarget[],
): (string | null)[] {
  const candidates = headers
    .flatMap((header, column) =>
      targets.map((target, order) => ({ column, order, name: target.name, score: score(header, target) })),
    )
    .filter((candidate) => candidate.score > 0)
    .sort((a, b) => b.score - a.score || a.column - b.column || a.order - b.order);
  const guess = headers.map((): string | null => null);
  const taken = new Set<string>();
  for (const { column, name } of candidates) {
    if (guess[column] !== null || taken.has(name)) continue;
    guess[column] = name;
    taken.add(name);
  }
  return guess;
}
