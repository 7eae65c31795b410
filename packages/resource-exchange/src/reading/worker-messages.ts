import type { Language, MessageId, MessageParams } from '@coulisse/contracts';
import type { ReadLimits } from '../spreadsheet/limits';
import type { TablePieces } from './table-pieces';

/** Message to a worker. */
export interface WorkerTask {
  readonly bytes: Uint8Array;
  readonly language: Language;
  readonly limits: ReadLimits;
}
/** Response of a worker. */
export type WorkerAnswer =
  | { readonly table: TablePieces }
  | {
      readonly refusal: {
        readonly code: MessageId;
        readonly params: MessageParams;
        readonly status: number | undefined;
        /** The underlying error, for the log. */
        readonly reason: string | undefined;
      };
    };
