// Who may log in to a seeded stack. For demonstrations on one machine only.

/** The same for all demo logins, so that it can be typed. */
export const DEMO_PASSWORD = 'Rideau-2026!';

export const SUPER_ADMINISTRATOR = 'super@coulisse.example';

/** @type {{ login: string, role: string, theatre?: string }[]} */
export const DEMO_LOGINS = [
  { login: SUPER_ADMINISTRATOR, role: 'super administrator' },
  { login: 'admin@lumiere.example', role: 'administrator', theatre: 'lumiere' },
  { login: 'desk@lumiere.example', role: 'box office', theatre: 'lumiere' },
  { login: 'admin@comedie.example', role: 'administrator', theatre: 'comedie' },
  { login: 'desk@comedie.example', role: 'box office', theatre: 'comedie' },
];
