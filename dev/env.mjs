// node dev/env.mjs : the addresses and credentials of the stack that runs, as lines for a shell.
//   eval "$(node dev/env.mjs)" && npx jest --selectProjects integration
import { currentEnvironment } from './lib/test-environment.mjs';

for (const [name, value] of Object.entries(currentEnvironment()))
  console.log(`export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`);
