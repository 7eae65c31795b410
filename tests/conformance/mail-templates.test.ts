import { notification } from '../../services/notifications/src/resources';
import { MAIL_TEMPLATES } from '../../services/notifications/src/resources/mail-templates';
import { read, trackedFiles } from './tracked-files';

const LANGUAGES = ['fr', 'en'] as const;
type Language = (typeof LANGUAGES)[number];
const folders = trackedFiles
  .filter((path) => /^services\/\w+\/templates\/texts\.fr\.json$/.test(path))
  .map((path) => path.slice(0, -'texts.fr.json'.length));

/** The mails of all services, by the name that the screens of templates show. */
const mailsIn = (language: Language): Record<string, string> =>
  Object.fromEntries(
    folders
      .flatMap((folder) =>
        Object.entries(JSON.parse(read(`${folder}texts.${language}.json`)) as Record<string, string>),
      )
      .filter(([key]) => /^[a-z]+\.[a-z-]+-mail$/.test(key)),
  );

/** Mails without a template that staff can change. */
const WITHOUT_TEMPLATE = ['ticketing.contact-message'];

test('templates are found', () => expect(Object.keys(mailsIn('fr')).length).toBeGreaterThan(15));

test('the list of sent e-mails knows every template of a mail', () => {
  expect([...MAIL_TEMPLATES].sort()).toEqual([...Object.keys(mailsIn('fr')), ...WITHOUT_TEMPLATE].sort());
});

test.each(LANGUAGES)('the list of sent e-mails names a template as its own screen does (%s)', (language) => {
  const names = Object.entries(mailsIn(language)).map(([template]) => [
    template,
    notification.texts[language][`notifications.notification.templateName.${template}`],
  ]);
  expect(Object.fromEntries(names)).toEqual(mailsIn(language));
});
