import { passwordRefusal } from './password-policy';

const owner = {
  email: 'lea.moreau@buyer.example',
  firstName: 'Léa',
  lastName: 'Moreau-Dupont',
  organiser: ['Le Cabaret Lumière', 'lumiere'],
};

describe('password of a public account (R-073, R-074)', () => {
  it.each([
    ['aaaaaaaaaaaa', 'validation.password-weak'],
    ['lea.moreau@buyer.example', 'validation.password-personal'],
    ['LEA.MOREAU@BUYER.EXAMPLE!', 'validation.password-personal'],
    ['court-2026', 'validation.length'],
    ['x'.repeat(129), 'validation.length'],
    ['Password12345', 'validation.password-leaked'],
    ['123password!!!', 'validation.password-leaked'],
    ['unbelievable', 'validation.password-leaked'],
    ['123456789012', 'validation.password-leaked'],
    ['abcdefghijklm', 'validation.password-weak'],
    ['azertyuiop12', 'validation.password-leaked'],
    ['moreaumoreau-77', 'validation.password-personal'],
    ['Xk9-MÖREAU-q2vL', 'validation.password-personal'],
    ['cabaret-Xk9-q2vL', 'validation.password-personal'],
    ['Xk9-lumière-q2vL', 'validation.password-personal'],
    ['quelque chose\nde neuf', 'validation.format'],
  ])('refuses %j with %s (R-049, R-073, R-074)', (password, code) =>
    expect(passwordRefusal(password, owner)).resolves.toMatchObject({ code }),
  );

  it.each([
    'trois petits chats dansent',
    'une-phrase-assez-longue',
    'Xk9#mP2vLq7w',
    'пароль который трудно угадать',
    'Rideau rouge et fauteuil 12',
    `trois petits chats dansent ${'et rechantent '.repeat(9)}`.slice(0, 64),
    `trois petits chats dansent ${'et rechantent '.repeat(9)}`.slice(0, 128),
  ])('accepts %j', (password) => expect(passwordRefusal(password, owner)).resolves.toBeNull());

  it('checks any password in a bounded time', async () => {
    for (const part of ['a', 'ab', '1', 'qwerty', '😀', 'p4ssw0rd'])
      await passwordRefusal(part.repeat(200).slice(0, 128), owner);
  });
});
