const TYPES = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'style', 'build', 'ci', 'chore', 'revert'];
const SUBJECT = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z][a-z0-9-]*\\))?!?: \\S.*[^.\\s]$`);
const LONGEST_SUBJECT = 120;
/** Git writes these itself. */
const GENERATED = /^(?:Merge |Revert "|fixup! |squash! )/;

/**
 * What is wrong with a commit message, or null.
 * @param {string} message as git passes it to the hook, comment lines included
 * @returns {string | null}
 */
export function problemOf(message) {
  const [subject = '', second = ''] = message.split('\n').filter((line) => !line.startsWith('#'));
  if (GENERATED.test(subject)) return null;
  if (!SUBJECT.test(subject))
    return `the subject is "type(scope): what changed" without a final dot, type one of ${TYPES.join(', ')}`;
  if (subject.length > LONGEST_SUBJECT)
    return `the subject has ${subject.length} characters, at most ${LONGEST_SUBJECT}`;
  if (second.trim() !== '') return 'an empty line separates the subject from the body';
  return null;
}
