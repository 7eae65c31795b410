import { toCsv } from './csv';

it('writes what a spreadsheet reads, and nothing that it would run', () => {
  expect(
    toCsv([
      ['Nom', 'Solde'],
      ['L’Âge; "d’Or"', '-12,50'],
      ['=HYPERLINK("x")', '+33 6'],
    ]),
  ).toBe('\ufeffNom;Solde\r\n"L’Âge; ""d’Or""";-12,50\r\n"\'=HYPERLINK(""x"")";\'+33 6\r\n');
});
