import en from './settings.en.json';
import fr from './settings.fr.json';

// What is recommended stands beside each picture, in both languages.
it.each([
  ['logos', '300 × 185'],
  ['footers', '1260 × 160'],
  ['wallpaper', '1080 × 1920'],
  ['headers', '1024 × 370'],
] as const)('recommends a size for %s (R-089, R-090, R-091, R-092)', (picture, size) => {
  expect(fr[`ticketing.ticketing-settings.${picture}.help`]).toContain(size);
  expect(en[`ticketing.ticketing-settings.${picture}.help`]).toContain(size);
});
