// Third parties of the demo tenants: buyers, suppliers and notes. Names, addresses and numbers are made up.

/** Choices that every tenant begins with. Limits are success percentages, turnovers of twelve months without VAT. */
export const choices = {
  'crm/civilities': [{ name: 'Madame' }, { name: 'Monsieur' }],
  'crm/tiers-groups': [
    { name: 'Comités d’entreprise' },
    { name: 'Scolaires' },
    { name: 'Associations' },
    { name: 'Agences et autocaristes' },
    { name: 'Abonnés' },
    { name: 'Presse' },
  ],
  'crm/tiers-statuses': [
    { name: 'Prospect' },
    { name: 'Client' },
    { name: 'Partenaire' },
    { name: 'Ancien client', state: 'INACTIVE' },
  ],
  'crm/loyalty-labels': [
    { name: 'Bronze', color: '#b5577a', minAmountHT: '0.00', maxAmountHT: '300.00' },
    { name: 'Argent', color: '#7c8db5', minAmountHT: '300.00', maxAmountHT: '1500.00' },
    { name: 'Or', color: '#c98211', minAmountHT: '1500.00' },
    { name: 'Invité d’honneur', color: '#5b2d86' },
  ],
  'crm/prospect-statuses': [
    { name: 'Premier contact', color: '#7c8db5', min: '0', max: '20' },
    { name: 'Intéressé', color: '#2f7f8f', min: '20', max: '50' },
    { name: 'Négociation', color: '#c98211', min: '50', max: '80' },
    { name: 'Gagné', color: '#17724a', min: '80', max: '100' },
    { name: 'Perdu', color: '#b3241a' },
  ],
  'crm/contact-types': [
    { name: 'Décideur' },
    { name: 'Billetterie' },
    { name: 'Comptabilité' },
    { name: 'Communication' },
  ],
  'crm/legal-statuses': [
    { name: 'Association loi 1901' },
    { name: 'SARL' },
    { name: 'SAS' },
    { name: 'SA' },
    { name: 'Entreprise individuelle' },
    { name: 'Établissement public' },
    { name: 'Collectivité territoriale' },
  ],
  'crm/note-types': [
    { name: 'Appel' },
    { name: 'Rendez-vous' },
    { name: 'Devis' },
    { name: 'Relance' },
    { name: 'Réclamation' },
  ],
  'crm/channels': [
    { name: 'Téléphone' },
    { name: 'E-mail' },
    { name: 'Guichet' },
    { name: 'Salon' },
    { name: 'Courrier' },
  ],
};

/** Digits and their Luhn key, which ends a SIREN and a SIRET. */
function withKey(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
/** Numbers of a company that does not exist: no SIREN begins with 99 yet. */
function numbers(rank) {
  const siren = withKey(`99${String(100_000 + rank * 7_919).slice(-6)}`);
  const vatKey = String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0');
  return { siren, siret: withKey(`${siren}0001`), intracommunityVatNumber: `FR${vatKey}${siren}` };
}

const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/œ/g, 'oe')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const pair = (number) => String(number).padStart(2, '0');
/** Telephone numbers that the French regulator reserves for films and books. */
const landline = (rank) => `+3319900${pair(10 + Math.floor(rank / 90))}${pair(10 + (rank % 90))}`;
const mobile = (rank) => `+3363998${pair(Math.floor(rank / 90))}${pair(10 + (rank % 90))}`;

const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString();
const day = (days) => inDays(days).slice(0, 10);

const STREETS = [
  'rue des Tanneurs',
  'avenue de la Gare',
  'rue du Marché',
  'quai des Arts',
  'rue Molière',
  'place de l’Hôtel-de-Ville',
  'impasse des Lilas',
  'boulevard Voltaire',
];
const address = (rank, [zipCode, city], overrides = {}) => ({
  addressLine1: `${3 + ((rank * 7) % 88)} ${STREETS[rank % STREETS.length]}`,
  zipCode,
  city,
  country: 'FR',
  ...overrides,
});

/** [civility, first name, last name, other fields] */
const PEOPLE = [
  ['Madame', 'Claire', 'Delaunay', { group: 'Abonnés', status: 'Client' }],
  ['Monsieur', 'Idriss', 'Belkacem', { status: 'Client' }],
  ['Madame', 'Hélène', 'Vasseur', { group: 'Abonnés', status: 'Client', newsletterSubscribed: true }],
  ['Monsieur', 'Grégoire', 'Thibault', { status: 'Prospect' }],
  ['Madame', 'Awa', 'Diallo', { status: 'Client', newsletterSubscribed: true }],
  ['Monsieur', 'Étienne', 'Caron', {}],
  ['Madame', 'Yasmine', 'Haddad', { status: 'Client' }],
  ['Monsieur', 'Paul', 'Lemaire', { group: 'Abonnés', status: 'Client' }],
  ['Madame', 'Noémie', 'Guérin', { status: 'Prospect', newsletterSubscribed: true }],
  ['Monsieur', 'Bastien', 'Morvan', {}],
  ['Madame', 'Inès', 'Cordeiro', { status: 'Client' }],
  ['Monsieur', 'Mathis', 'Roussel', { status: 'Ancien client' }],
  ['Madame', 'Sylvie', 'Abadie', { group: 'Presse', status: 'Partenaire', loyalty: 'Invité d’honneur' }],
  ['Monsieur', 'Olivier', 'Nguyen', { status: 'Client' }],
  ['Madame', 'Camille', 'Perrot', {}],
  ['Monsieur', 'Rachid', 'Meziane', { status: 'Client', newsletterSubscribed: true }],
  ['Madame', 'Lucile', 'Fabre', { group: 'Abonnés', status: 'Client' }],
  ['Monsieur', 'Antoine', 'Jaouen', { status: 'Prospect' }],
  ['Madame', 'Mireille', 'Poncet', { status: 'Ancien client' }],
  ['Monsieur', 'Théo', 'Maréchal', {}],
  ['Madame', 'Salomé', 'Bertin', { status: 'Client' }],
  ['Monsieur', 'Hugo', 'Delmas', { status: 'Client', newsletterSubscribed: true }],
  ['Madame', 'Françoise', 'Le Goff', { group: 'Abonnés', status: 'Client' }],
  ['Monsieur', 'Kevin', 'Da Silva', {}],
  ['Madame', 'Agathe', 'Lorrain', { particularType: 'INTERNAL', status: 'Partenaire' }],
  ['Monsieur', 'Simon', 'Keller', { particularType: 'INTERNAL', status: 'Partenaire' }],
  ['Madame', 'Nora', 'Amrani', { status: 'Client' }],
  ['Monsieur', 'Baptiste', 'Girod', {}],
  ['Madame', 'Élise', 'Chauvet', { status: 'Prospect' }],
  ['Monsieur', 'Laurent', 'Pichon', { group: 'Presse', status: 'Partenaire' }],
];

/** [name, group, legal status, activity, other fields] */
const COMPANIES = [
  [
    'CSE Aéro Marne',
    'Comités d’entreprise',
    'Association loi 1901',
    '9499Z',
    { workforce: 640, ends: 25, loyalty: 'Or' },
  ],
  [
    'Mutuelle du Grand Est',
    'Comités d’entreprise',
    'Association loi 1901',
    '6512Z',
    { workforce: 210, ends: 140 },
  ],
  ['Collège Jean-Vilar', 'Scolaires', 'Établissement public', '8531Z', { workforce: 58 }],
  ['Lycée Simone-Signoret', 'Scolaires', 'Établissement public', '8531Z', { workforce: 96, ends: 70 }],
  [
    'Voyages Sablon',
    'Agences et autocaristes',
    'SAS',
    '4939B',
    { workforce: 34, capital: '150000.00', ends: 10, loyalty: 'Argent' },
  ],
  ['Escapades & Scènes', 'Agences et autocaristes', 'SARL', '7912Z', { workforce: 7, capital: '8000.00' }],
  ['Les Amis de la Harpe', 'Associations', 'Association loi 1901', '9499Z', {}],
  ['Université du temps libre', 'Associations', 'Association loi 1901', '9499Z', { ends: 300 }],
  ['Ville — service culturel', 'Associations', 'Collectivité territoriale', '8411Z', { workforce: 1200 }],
  ['Imprimerie Lagarde', null, 'SARL', '1812Z', { workforce: 12, capital: '40000.00' }],
  ['Banque Solvane', null, 'SA', '6419Z', { workforce: 4300, capital: '9000000.00', ends: 100 }],
  ['Cabinet Ferréol Avocats', null, 'SAS', '6910Z', { workforce: 18, capital: '50000.00' }],
];

const SUPPLIERS = [
  ['Lumières & Son', 'SARL', '7729Z'],
  ['Costumes Ariane', 'Entreprise individuelle', '1413Z'],
  ['Transports Delcourt', 'SAS', '4941A'],
  ['Fleurs du Pont', 'Entreprise individuelle', '4776Z'],
  ['Sécurité Vigie', 'SAS', '8010Z'],
  ['Affiches Minuit', 'SARL', '1812Z'],
];

/** [person, company, type, function] */
const CONTACTS = [
  ['Claire Delaunay', 'CSE Aéro Marne', 'Décideur', 'Secrétaire du comité'],
  ['Idriss Belkacem', 'CSE Aéro Marne', 'Billetterie', 'Chargé des loisirs'],
  ['Grégoire Thibault', 'Mutuelle du Grand Est', 'Communication', 'Responsable événements'],
  ['Awa Diallo', 'Collège Jean-Vilar', 'Décideur', 'Professeure de lettres'],
  ['Étienne Caron', 'Lycée Simone-Signoret', 'Décideur', 'Proviseur adjoint'],
  ['Yasmine Haddad', 'Voyages Sablon', 'Billetterie', 'Cheffe de produit'],
  ['Paul Lemaire', 'Voyages Sablon', 'Comptabilité', 'Comptable'],
  ['Noémie Guérin', 'Escapades & Scènes', 'Décideur', 'Gérante'],
  ['Inès Cordeiro', 'Les Amis de la Harpe', 'Décideur', 'Présidente'],
  ['Olivier Nguyen', 'Banque Solvane', 'Communication', 'Mécénat'],
  ['Antoine Jaouen', 'Cabinet Ferréol Avocats', 'Décideur', 'Associé'],
  ['Hugo Delmas', 'Lumières & Son', 'Billetterie', 'Chargé d’affaires'],
  ['Nora Amrani', 'Sécurité Vigie', 'Décideur', 'Directrice d’exploitation'],
];

/** [third party, title, type, channel, days from today, chances, content, answer] */
const NOTES = [
  [
    'CSE Aéro Marne',
    'Arbre de Noël : 180 places',
    'Devis',
    'E-mail',
    -12,
    '60',
    'Souhaite deux dates au choix en décembre, goûter compris.',
    null,
  ],
  [
    'CSE Aéro Marne',
    'Premier échange sur la saison',
    'Appel',
    'Téléphone',
    -40,
    '20',
    'Budget voté en septembre. Rappeler avec le programme.',
    'Programme envoyé, retour sous quinze jours.',
  ],
  [
    'Mutuelle du Grand Est',
    'Soirée des adhérents',
    'Rendez-vous',
    'Salon',
    -25,
    '35',
    'Une salle de 250 places, un mardi, avec vestiaire.',
    null,
  ],
  [
    'Collège Jean-Vilar',
    'Matinée scolaire Molière',
    'Appel',
    'Téléphone',
    -6,
    '85',
    'Trois classes de quatrième, 84 élèves et 9 accompagnateurs.',
    'Accord du principal, bon de commande à venir.',
  ],
  [
    'Lycée Simone-Signoret',
    'Atelier du regard',
    'Relance',
    'E-mail',
    -18,
    '30',
    'Relance après la réunion de rentrée.',
    null,
  ],
  [
    'Voyages Sablon',
    'Car du dimanche, six dates',
    'Devis',
    'E-mail',
    -9,
    '75',
    'Prix net agence demandé, option posée sur les six dates.',
    null,
  ],
  [
    'Voyages Sablon',
    'Retard de confirmation',
    'Réclamation',
    'Téléphone',
    -3,
    null,
    'N’a pas reçu la confirmation de la date du 14.',
    'Confirmation renvoyée le jour même.',
  ],
  [
    'Escapades & Scènes',
    'Week-end culturel',
    'Appel',
    'Téléphone',
    -50,
    '10',
    'Cherche un forfait hôtel et spectacle.',
    null,
  ],
  [
    'Les Amis de la Harpe',
    'Tarif de groupe',
    'Appel',
    'Guichet',
    -30,
    '45',
    'Une trentaine de personnes, plutôt au balcon.',
    null,
  ],
  [
    'Université du temps libre',
    'Partenariat annuel',
    'Rendez-vous',
    'Salon',
    -60,
    '90',
    'Convention signée pour la saison.',
    'Convention reçue signée.',
  ],
  [
    'Banque Solvane',
    'Mécénat du festival',
    'Rendez-vous',
    'Courrier',
    -75,
    '55',
    'Intéressée par une soirée privée contre un don.',
    null,
  ],
  [
    'Cabinet Ferréol Avocats',
    'Soirée de fin d’année',
    'Devis',
    'E-mail',
    -90,
    null,
    'A choisi un autre lieu, trop tard pour décembre.',
    'Refus courtois.',
    'Perdu',
  ],
  [
    'Claire Delaunay',
    'Changement de places',
    'Appel',
    'Téléphone',
    -2,
    null,
    'Deux fauteuils côte à côte pour sa mère.',
    'Fait, billets renvoyés.',
  ],
  [
    'Sylvie Abadie',
    'Invitation à la première',
    'Appel',
    'E-mail',
    -5,
    null,
    'Viendra avec un photographe.',
    null,
  ],
  [
    'Lumières & Son',
    'Location de projecteurs',
    'Devis',
    'E-mail',
    -15,
    null,
    'Douze projecteurs pour trois semaines.',
    'Devis accepté.',
  ],
];

const person = (rank, [civility, firstName, lastName, fields], town, domain) => ({
  kind: 'particular',
  civility,
  firstName,
  lastName,
  particularType: 'EXTERNAL',
  email: `${plain(firstName)}.${plain(lastName)}@${domain}`,
  ...(rank % 3 === 0 ? {} : { mobile: mobile(rank) }),
  addresses: [address(rank, town)],
  ...fields,
});

function company(kind, rank, [name, group, legalStatus, naf, { ends, ...fields } = {}], town, domain) {
  return {
    kind,
    name,
    email: `contact@${plain(name)}.${domain}`,
    telephone: landline(rank),
    website: `https://${plain(name)}.${domain}`,
    ...numbers(rank),
    naf,
    legalStatus,
    ...(group ? { group } : {}),
    status: kind === 'supplier' ? 'Partenaire' : 'Client',
    ...(ends === undefined ? {} : { subscriptionStart: day(ends - 365), subscriptionEnd: day(ends) }),
    addresses: [address(rank, town, { name: 'Siège', headquarter: true })],
    ...fields,
  };
}

/**
 * Third parties of one tenant, without their ids: references go by name.
 * @param first Rank of the tenant: each tenant has people of its own.
 * @param towns Postal codes and towns around it.
 */
export function thirdParties(first, towns) {
  const town = (rank) => towns[rank % towns.length];
  const domain = (name) => `${name}${first || ''}.example`;
  const at = first * 200;
  const people = PEOPLE.map((entry, rank) => person(at + rank, entry, town(rank), domain('courriel')));
  const companies = COMPANIES.map((entry, rank) =>
    company('society', at + 40 + rank, entry, town(rank), domain('entreprise')),
  );
  const suppliers = SUPPLIERS.map(([name, legalStatus, naf], rank) =>
    company('supplier', at + 60 + rank, [name, null, legalStatus, naf], town(rank), domain('fournisseur')),
  );
  const [hélène] = people.filter(({ lastName }) => lastName === 'Vasseur');
  const [coach] = companies.filter(({ name }) => name === 'Voyages Sablon');
  // Two duplicates: one typed in a hurry, one from another branch of the same company.
  const duplicates = [
    {
      ...hélène,
      firstName: 'Helene',
      email: `h.vasseur@${domain('messagerie')}`,
      mobile: mobile(at + 2),
      group: undefined,
      newsletterSubscribed: false,
    },
    {
      kind: 'society',
      name: 'SAS VOYAGES SABLON',
      email: `groupes@voyages-sablon.${domain('entreprise')}`,
      telephone: coach.telephone,
      siren: coach.siren,
      addresses: [address(at + 90, town(3))],
    },
  ];
  hélène.mobile = mobile(at + 2);
  return {
    tiers: [...people, ...companies, ...suppliers, ...duplicates],
    contacts: CONTACTS.map(([particular, society, type, job]) => ({
      particular,
      society,
      type,
      function: job,
    })),
    notes: NOTES.map(
      ([tiers, title, type, channel, days, successPercentage, content, answer, prospectStatus]) => ({
        tiers,
        title,
        type,
        channel,
        date: inDays(days),
        ...(successPercentage ? { successPercentage } : {}),
        content,
        ...(answer ? { answer, answerDate: day(days + 1) } : {}),
        ...(prospectStatus ? { prospectStatus } : {}),
      }),
    ),
  };
}
