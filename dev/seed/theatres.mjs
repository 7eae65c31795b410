// Two demo tenants. Dates are relative to today, so that there is always something on sale.

const accessible = (row, ...seats) => seats.map((seat) => `${row}-${seat}`);

/** An orchestra in two categories and a balcony: about 300 seats that curve around the stage. */
const playhouse = (categories) => [
  {
    id: 'front',
    name: 'Carré Or',
    categoryId: categories['Carré Or'],
    rows: 4,
    seatsPerRow: 18,
    firstRow: 'A',
    firstSeat: 1,
    x: 104,
    y: 0,
    rowSpacing: 28,
    seatSpacing: 26,
    curve: 26,
    rotation: 0,
    numbering: 'LEFT_TO_RIGHT',
    aisleAfter: [9],
    accessible: accessible('A', 1, 18),
  },
  {
    id: 'stalls',
    name: 'Orchestre',
    categoryId: categories.Orchestre,
    rows: 7,
    seatsPerRow: 22,
    firstRow: 'E',
    firstSeat: 1,
    x: 52,
    y: 132,
    rowSpacing: 28,
    seatSpacing: 26,
    curve: 32,
    rotation: 0,
    numbering: 'LEFT_TO_RIGHT',
    aisleAfter: [11],
    accessible: accessible('E', 1, 22),
  },
  {
    id: 'balcony',
    name: 'Balcon',
    categoryId: categories.Balcon,
    rows: 3,
    seatsPerRow: 26,
    firstRow: 'L',
    firstSeat: 1,
    x: 0,
    y: 366,
    rowSpacing: 28,
    seatSpacing: 26,
    curve: 36,
    rotation: 0,
    numbering: 'ODD_EVEN',
    aisleAfter: [13],
    accessible: [],
  },
];

/** Four places: a date there is nearly full from the first day. */
const parlour = (categories) => [
  {
    ...playhouse(categories)[0],
    name: 'Salon',
    rows: 1,
    seatsPerRow: 4,
    aisleAfter: [],
    accessible: accessible('A', 1),
  },
];

const round = (label, categoryId, chairs, x, y) => ({
  id: `table-${label}`,
  ...{ label, form: 'ROUND', categoryId, chairs, x, y, width: 74, depth: 74 },
});
/** Round tables in two arcs before the stage, and two long ones behind them: 96 places. */
const cabaret = (categories) => ({
  tables: [
    ...[0, 1, 2, 3].map((at) =>
      round(String(at + 1), categories['Table de scène'], 8, 90 + at * 160, at === 0 || at === 3 ? 40 : 60),
    ),
    ...[0, 1, 2, 3, 4].map((at) =>
      round(String(at + 5), categories['Table en salle'], 8, 10 + at * 160, at === 0 || at === 4 ? 190 : 215),
    ),
    ...[0, 1].map((at) => ({
      id: `table-${at + 10}`,
      ...{ label: String(at + 10), form: 'RECTANGLE', categoryId: categories['Table en salle'] },
      ...{ chairs: 12, x: 170 + at * 320, y: 345, width: 190, depth: 56 },
    })),
  ],
  texts: [{ id: 'bar', text: 'Bar', x: 330, y: 430, size: 16 }],
});

/** VAT of a dinner and show: the meal at 10 %, the show at 5.5 %. */
const dinnerShow = (meal, show) => [
  { label: 'Repas', rate: '10.00', amountTTC: meal },
  { label: 'Spectacle', rate: '5.50', amountTTC: show },
];
const showAlone = (amount) => [{ label: 'Spectacle', rate: '5.50', amountTTC: amount }];

export const theatres = [
  {
    customer: {
      name: 'La Lumière',
      slug: 'lumiere',
      prefix: 'LUM',
      addressLines: ['12 rue des Tanneurs'],
      zipCode: '77100',
      city: 'Meaux',
      country: 'FR',
      telephone: '+33164330000',
      email: 'contact@lumiere.example',
    },
    hasSeasons: true,
    towns: [
      ['77100', 'Meaux'],
      ['77400', 'Lagny-sur-Marne'],
      ['77000', 'Melun'],
      ['75011', 'Paris'],
    ],
    people: [
      { firstName: 'Helena', lastName: 'Brasseur', email: 'admin@lumiere.example', role: 'ADMINISTRATOR' },
      { firstName: 'Karim', lastName: 'Lefort', email: 'desk@lumiere.example', role: 'USER' },
    ],
    categories: [
      { name: 'Carré Or', color: '#c98211' },
      { name: 'Orchestre', color: '#2f7f8f' },
      { name: 'Balcon', color: '#7c8db5' },
      { name: 'Table de scène', color: '#a8324a' },
      { name: 'Table en salle', color: '#5f7a3d' },
    ],
    formulas: [
      {
        name: 'Dîner-spectacle Carré Or',
        category: 'Carré Or',
        ticketName: 'Dîner-spectacle',
        ticketPriceTTC: '89.00',
        vatBreakdown: dinnerShow('49.00', '40.00'),
      },
      {
        name: 'Spectacle Orchestre',
        category: 'Orchestre',
        ticketName: 'Spectacle',
        ticketPriceTTC: '69.00',
        vatBreakdown: showAlone('69.00'),
      },
      {
        name: 'Spectacle Balcon',
        category: 'Balcon',
        ticketName: 'Spectacle',
        ticketPriceTTC: '49.00',
        vatBreakdown: showAlone('49.00'),
      },
    ],
    options: [
      { name: 'Coupe de champagne', totalTTC: '12.00', vat: '20.00' },
      {
        ...{ name: 'Assiette de fromages', totalTTC: '9.00', vat: '10.00' },
        ...{ requiresDetailEntry: true, detailEntryLabel: 'Allergies ou régime' },
      },
      { name: 'Programme illustré', totalTTC: '8.00', vat: '5.50' },
    ],
    promotionCodes: [
      {
        code: 'RENTREE',
        name: 'Rentrée des abonnés',
        isPercentage: true,
        value: '10.00',
        maxNumberOfUses: 300,
      },
      { code: 'ALVEO', name: 'Comité d’entreprise Alvéo', isPercentage: false, value: '5.00' },
    ],
    giftVouchers: [
      {
        customer: { firstName: 'Marguerite', lastName: 'Pons', zipCode: '77100', city: 'Meaux' },
        ...{
          amount: '150.00',
          beneficiaryName: 'Louise Pons',
          message: 'Joyeux anniversaire, à bientôt au cabaret !',
        },
      },
      {
        customer: { firstName: 'Jean-Luc', lastName: 'Ferrand', zipCode: '75011', city: 'Paris' },
        ...{ amount: '80.00', beneficiaryName: 'Inès Ferrand', isPaidLater: true },
      },
    ],
    room: { name: 'Grande salle' },
    tables: {
      room: { name: 'Le Petit Cabaret' },
      plan: { name: 'Tables en arc', drawing: cabaret },
      formulas: [
        {
          name: 'Table de scène, dîner compris',
          category: 'Table de scène',
          ticketName: 'Dîner de gala',
          ticketPriceTTC: '98.00',
          vatBreakdown: dinnerShow('56.00', '42.00'),
        },
        {
          name: 'Table en salle, dîner compris',
          category: 'Table en salle',
          ticketName: 'Dîner au cabaret',
          ticketPriceTTC: '74.00',
          vatBreakdown: dinnerShow('42.00', '32.00'),
        },
      ],
    },
    plan: { name: 'Configuration dîner-spectacle', blocks: playhouse },
    smallPlan: { name: 'Salon', blocks: parlour },
    settings: {
      contactEmail: 'accueil@lumiere.example',
      directionsText:
        'Gare de Meaux à 8 minutes à pied, dernier train pour Paris à 0:12.\nParking du quai, gratuit dès 18:30.',
      wheelchairAccessText:
        'Entrée de plain-pied par la cour, places réservées au premier rang, toilettes adaptées, boucle magnétique.',
    },
    shows: [
      {
        show: {
          name: 'Nuit blanche à Paris',
          shortDescription: 'Dîner-spectacle · 2 h 40 · dès 6 ans',
          description:
            'Une troupe de vingt artistes, un orchestre sur scène et une nuit à traverser : des toits de Montmartre aux quais de la Seine, la revue qui rallume la ville.',
          color: '#5b2d86',
          genre: 'CABARET',
          placement: 'CUSTOMER',
          displaySeatNumber: true,
        },
        performances: [
          { inDays: 6, mealTimes: ['19:30'], showTimes: ['20:30'] },
          { inDays: 7, mealTimes: ['19:30'], showTimes: ['20:30'] },
          { inDays: 13, mealTimes: ['19:30'], showTimes: ['20:30'] },
          { inDays: 14, mealTimes: ['12:00'], showTimes: ['14:30'] },
          { inDays: 0, mealTimes: [], showTimes: ['23:45'] },
        ],
      },
      {
        show: {
          name: 'Le Cabaret des ombres',
          shortDescription: 'Théâtre d’objets · 1 h 20 · dès 8 ans',
          description:
            'Trois manipulateurs, une valise et cent ombres : un cabaret sans paroles où les objets volent la vedette.',
          color: '#2f7f8f',
          genre: 'MAGIC',
          placement: 'CUSTOMER',
          displaySeatNumber: true,
        },
        performances: [
          { inDays: 9, mealTimes: [], showTimes: ['20:00'] },
          { inDays: 16, mealTimes: [], showTimes: ['20:00'] },
        ],
      },
      {
        show: {
          name: 'Les Oiseaux de papier',
          shortDescription: 'Goûter-spectacle · 50 min · dès 4 ans',
          description:
            'Une feuille se plie, un oiseau s’envole : un spectacle à regarder, puis à plier soi-même.',
          genre: 'YOUNG_AUDIENCE',
          color: '#1f7a74',
          placement: 'CUSTOMER',
          displaySeatNumber: true,
        },
        performances: [
          { inDays: 17, mealTimes: ['16:15'], showTimes: ['15:00'] },
          { inDays: 38, mealTimes: ['16:15'], showTimes: ['15:00'] },
        ],
      },
      {
        show: {
          name: 'Minuit moins le quart',
          shortDescription: 'Comédie policière à table · 2 h · dès 12 ans',
          description:
            'Un coffre, cinq suspects et un dîner servi pendant l’enquête : le coupable est peut-être votre voisin.',
          genre: 'HUMOUR',
          placement: 'CUSTOMER',
          displaySeatNumber: true,
        },
        performances: [
          { inDays: 11, mealTimes: ['19:30'], showTimes: ['20:00'], isComplete: true },
          { inDays: 18, mealTimes: ['19:30'], showTimes: ['20:00'], isSmall: true },
        ],
      },
      {
        show: {
          name: 'Les Folles Soirées',
          shortDescription: 'Cabaret à table · 2 h 15 · dès 10 ans',
          description:
            'Onze tables, un piano et une meneuse de revue qui passe de l’une à l’autre : on dîne, et le spectacle vient à vous.',
          color: '#8a3b3b',
          genre: 'CABARET',
          placement: 'CUSTOMER',
          displaySeatNumber: true,
        },
        hasTables: true,
        performances: [
          { inDays: 19, mealTimes: ['19:15'], showTimes: ['21:00'] },
          { inDays: 26, mealTimes: ['19:15'], showTimes: ['21:00'] },
          { inDays: 47, mealTimes: ['19:15'], showTimes: ['21:00'] },
        ],
      },
    ],
    tiers: [
      {
        kind: 'society',
        name: 'Comité d’entreprise Alvéo',
        email: 'compta@alveo.example',
        telephone: '+33160010203',
      },
      { kind: 'society', name: 'Les Amis du Cirque', email: 'contact@amiscirque.example' },
      { kind: 'supplier', name: 'Traiteur Belrive', email: 'commandes@belrive.example' },
      {
        kind: 'particular',
        firstName: 'Marguerite',
        lastName: 'Pons',
        email: 'marguerite.pons@courriel.example',
        telephone: '+33612440819',
      },
      {
        kind: 'particular',
        firstName: 'Jean-Luc',
        lastName: 'Ferrand',
        email: 'jl.ferrand@courriel.example',
      },
      {
        kind: 'particular',
        firstName: 'Sofia',
        lastName: 'Almeida',
        email: 'sofia.almeida@courriel.example',
      },
    ],
  },
  {
    customer: {
      name: 'La Comédie',
      slug: 'comedie',
      prefix: 'COM',
      addressLines: ['3 place du Marché'],
      zipCode: '69002',
      city: 'Lyon',
      country: 'FR',
      telephone: '+33472000000',
      email: 'contact@comedie.example',
    },
    towns: [
      ['69002', 'Lyon'],
      ['69100', 'Villeurbanne'],
      ['38200', 'Vienne'],
    ],
    people: [
      { firstName: 'Amélie', lastName: 'Roux', email: 'admin@comedie.example', role: 'ADMINISTRATOR' },
      { firstName: 'Tom', lastName: 'Girard', email: 'desk@comedie.example', role: 'USER' },
    ],
    categories: [
      { name: 'Carré Or', color: '#5b2d86' },
      { name: 'Orchestre', color: '#2f7f8f' },
      { name: 'Balcon', color: '#7d8a2e' },
    ],
    formulas: [
      {
        name: 'Fauteuil Carré Or',
        category: 'Carré Or',
        ticketName: 'Carré Or',
        ticketPriceTTC: '45.00',
        vatBreakdown: showAlone('45.00'),
      },
      {
        name: 'Fauteuil Orchestre',
        category: 'Orchestre',
        ticketName: 'Orchestre',
        ticketPriceTTC: '32.00',
        vatBreakdown: showAlone('32.00'),
      },
      {
        name: 'Fauteuil Balcon',
        category: 'Balcon',
        ticketName: 'Balcon',
        ticketPriceTTC: '21.00',
        vatBreakdown: showAlone('21.00'),
      },
    ],
    room: { name: 'Salle Molière' },
    plan: { name: 'Configuration théâtre', blocks: playhouse },
    shows: [
      {
        show: {
          name: 'Le Malade imaginaire',
          shortDescription: 'Comédie de Molière · 2 h · dès 10 ans',
          description:
            'Argan, ses médecins et ses ruses, dans une mise en scène qui prend le rire au sérieux.',
          color: '#b5577a',
          genre: 'THEATRE',
          placement: 'CUSTOMER',
          displaySeatNumber: true,
        },
        performances: [
          { inDays: 5, mealTimes: [], showTimes: ['20:00'] },
          { inDays: 12, mealTimes: [], showTimes: ['20:00'] },
        ],
      },
    ],
    tiers: [
      { kind: 'society', name: 'Lycée Ampère', email: 'culture@ampere.example' },
      { kind: 'particular', firstName: 'Nadia', lastName: 'Benali', email: 'nadia.benali@courriel.example' },
    ],
  },
];
