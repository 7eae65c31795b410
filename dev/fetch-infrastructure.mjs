// Fetches and builds the servers of a stack that are missing, after everything else that wants the processor: `npm test`
// runs it beside the checks that need no stack. `npm start` does the same in its own order.
import { constants, setPriority } from 'node:os';
import { hasGotenberg, prepareGotenberg } from './infra/gotenberg.mjs';
import { hasKafka, prepareKafka } from './infra/kafka.mjs';
import { hasKeycloak, prepareKeycloak } from './infra/keycloak.mjs';
import { hasMailbox, prepareMailbox } from './infra/mailbox.mjs';
import { hasServiceNode, prepareServiceNode } from './infra/node.mjs';

setPriority(constants.priority.PRIORITY_LOW);
const servers = [
  { isThere: hasServiceNode, prepare: prepareServiceNode },
  { isThere: hasKafka, prepare: prepareKafka },
  { isThere: hasKeycloak, prepare: prepareKeycloak },
  { isThere: hasMailbox, prepare: prepareMailbox },
  { isThere: hasGotenberg, prepare: prepareGotenberg },
];
for (const { isThere, prepare } of servers) if (!isThere()) await prepare();
