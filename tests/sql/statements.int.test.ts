import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topology } from '@coulisse/contracts';
import { mismatches } from './check-statement';
import { COMPOSED } from './composed-statements';
import { EXAMPLES, EXAMPLES_FILE } from './examples';
import { describingDatabase, type DescribingDatabase } from './service-databases';
import { loadSources, ROOT } from './sources';
import { findStatements, type ConstantStatement } from './statements';

jest.setTimeout(120_000);

const { constant, composed } = findStatements(loadSources({ [EXAMPLES_FILE]: EXAMPLES }));
const isExample = ({ file }: { file: string }) => file === EXAMPLES_FILE;
const product = constant.filter((statement) => !isExample(statement));

const folderOf = (name: string) =>
  name === 'gateway' ? name : name === 'sample' ? 'packages/sample' : `services/${name}`;
const owners = [...topology.filter(({ database }) => database).map(({ name }) => name), 'sample'];
/** The packages that a folder's package imports, indirectly too. */
function packagesOf(folder: string, found = new Set<string>()): ReadonlySet<string> {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies)) {
    const name = dependency.replace('@coulisse/', '');
    if (name === dependency || found.has(name)) continue;
    found.add(name);
    packagesOf(`packages/${name}`, found);
  }
  return found;
}
/** Statements of a package run in the databases of the services that use it; those of the others in the sample's. */
const runsIn = (name: string, { file }: ConstantStatement) => {
  if (file.startsWith(`${folderOf(name)}/`)) return true;
  const [, packageName] = /^packages\/([^/]+)\//.exec(file) ?? [];
  return packageName !== undefined && name !== 'gateway' && packagesOf(folderOf(name)).has(packageName);
};

const databases = new Map<string, DescribingDatabase>();
beforeAll(async () => {
  for (const name of owners) databases.set(name, await describingDatabase(folderOf(name)));
});
afterAll(async () => {
  for (const database of databases.values()) await database.close();
});

async function problemsOf(name: string, statement: ConstantStatement): Promise<string[]> {
  const { describer } = databases.get(name)!;
  try {
    return mismatches(statement, await describer.describe(statement));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

test.each(owners)(
  'the server accepts each SQL text of %s, and its result has the declared row',
  async (name) => {
    const statements = product.filter((statement) => runsIn(name, statement));
    expect(statements.some(({ file }) => name === 'sample' || file.startsWith(folderOf(name)))).toBe(true);
    const problems: string[] = [];
    for (const statement of statements)
      for (const problem of await problemsOf(name, statement))
        problems.push(`${statement.file}:${statement.line} ${problem}`);
    expect(problems).toEqual([]);
  },
);

describe('statements composed at run time', () => {
  /** The kernel composes its statements from definitions; tests of its own run them all. */
  const isOfKernel = ({ file }: { file: string }) => file.startsWith('packages/resource-server/');
  const nameOf = ({ file, dynamic }: { file: string; dynamic: string }) => `${file}: ${dynamic}`;

  test('are those of the list', () => {
    const found = composed.filter((statement) => !isOfKernel(statement) && !isExample(statement));
    const listed = COMPOSED.flatMap((entry) => Array<string>(entry.statements).fill(nameOf(entry)));
    expect(found.map(nameOf).sort()).toEqual(listed.sort());
  });

  test.each(COMPOSED)('$file: $dynamic names an existing test', ({ reason, runBy }) => {
    expect(reason).not.toBe('');
    expect(existsSync(join(ROOT, runBy))).toBe(true);
  });
});

describe('the check refuses', () => {
  test.each([
    ['a column that does not exist', 'nmae', ['column "nmae" does not exist']],
    ['a table that does not exist', 'tirs', ['relation "tirs" does not exist']],
    [
      'a property that is no column',
      '"tiersId"',
      ['id is not among the columns', 'label is not among the columns'],
    ],
    ['a property of another type', 'id, 3', ['version is read as number, declared as string']],
    ['an array declared as a text', 'array_agg', ['ids is read as string[], declared as string']],
    ['a type that only the pool reads so', 'AS total', ['total is read as string, declared as number']],
    ['another number of values', 'SELECT 4', ['1 values for 2 parameters']],
    ['a statement of a batch', 'SELECT 5', ['0 values for 1 parameters']],
    ['a statement that the platform asks', 'SELECT 9', ['nine is not among the columns']],
    ['a text that a function passes on', 'SELECT 6', ['two is not among the columns']],
    ['each text of a condition', 'AS two', ['one is not among the columns']],
  ])('%s', async (_title, part, expected) => {
    const examples = constant.filter((statement) => isExample(statement) && statement.text.includes(part));
    expect(examples).toHaveLength(1);
    expect(await problemsOf('crm', examples[0]!)).toEqual(expected);
  });

  test('a composed text that is not in the list', () => {
    const found = composed.filter(isExample).map(({ dynamic }) => dynamic);
    expect(found).toEqual(['table', `build('tiers', '')[0]`, `'SELECT 8 FROM '`]);
  });

  test('nothing of a correct statement', async () => {
    const correct = constant.filter(({ file, text }) => file === EXAMPLES_FILE && text.includes('t.version'));
    expect(correct.map(({ text }) => text)).toEqual(['SELECT t.id, t.version FROM tiers t WHERE id = $1']);
    expect(await problemsOf('crm', correct[0]!)).toEqual([]);
  });
});
