/**
 * Reads one file of rows in a process of its own, and ends. Whatever a file does to whoever reads it is done here. It is
 * bundled on its own, beside the service: it must load no more than it needs.
 */
import { TableRefusal } from './limits';
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

// The service that asked is gone: nobody waits for the answer.
process.once('disconnect', () => process.exit());
process.once('message', (task: WorkerTask) => {
  void answer(task).then((message) => process.send?.(message, () => process.disconnect()));
});
