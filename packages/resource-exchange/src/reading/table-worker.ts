/**
 * Reads one file in a separate process, and exits, so that a hostile file can only harm this process. It is bundled
 * separately, beside the service, and must not load more than it needs.
 */
import { TableRefusal } from '../spreadsheet/limits';
import { readPieces } from './table-pieces';
import type { WorkerAnswer, WorkerTask } from './worker-messages';

async function answer({ bytes, language, limits }: WorkerTask): Promise<WorkerAnswer> {
  try {
    return {
      table: await readPieces(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), language, limits),
    };
  } catch (error) {
    if (!(error instanceof TableRefusal)) throw error;
    const { code, params, status, cause } = error;
    return { refusal: { code, params, status, reason: cause instanceof Error ? cause.message : undefined } };
  }
}

// The service has ended: nothing waits for the result.
process.once('disconnect', () => process.exit());
process.once('message', (task: WorkerTask) => {
  void answer(task).then((message) => process.send?.(message, () => process.disconnect()));
});
