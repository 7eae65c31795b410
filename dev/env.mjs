// node dev/env.mjs : the addresses and credentials of the stack that runs, as lines for a shell, or --json.
//   eval "$(node dev/env.mjs)" && npx jest --selectProjects integration
import { currentEnvironment } from './lib/test-environment.mjs';

const environment = currentEnvironment();
const quoted = (value) => `'${value.replaceAll("'", String.raw`'\''`)}'`;

if (process.argv.includes('--json')) console.log(JSON.stringify(environment));
else for (const [name, value] of Object.entries(environment)) console.log(`export ${name}=${quoted(value)}`);
