import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATA_DIR, LOG_DIR, RUN_DIR } from '../lib/settings.mjs';

/** The kernel accepts no longer path for a socket. */
const MAX_SOCKET_PATH = 100;

const beside = join(RUN_DIR, 'control.sock');
const key = createHash('sha256').update(DATA_DIR).digest('hex').slice(0, 16);

/** Where the supervisor of this data directory listens. Only its own user may connect. */
export const CONTROL_SOCKET =
  beside.length < MAX_SOCKET_PATH ? beside : join(tmpdir(), `coulisse-${key}.sock`);
export const SUPERVISOR_LOG = join(LOG_DIR, 'supervisor.log');
/** The name under which the supervisor has a pid file of its own. */
export const SUPERVISOR = 'supervisor';
