import type { MessageId, MessageParams } from '@coulisse/contracts';
import { pointerOf } from '../../http/validation';
import { Problem, type FieldError } from '../../problem/problem';

/** Collects what is wrong with a question, so that whoever asks is told everything at once. */
export class Complaints {
  private readonly errors: FieldError[] = [];

  /** @param path Parameter, then where in it: `['filter', 'rules', 0, 'field']`. */
  add(path: readonly (string | number)[], code: MessageId, params?: MessageParams): undefined {
    this.errors.push({ pointer: pointerOf(path), code, ...(params && { params }) });
  }
  get isEmpty(): boolean {
    return this.errors.length === 0;
  }
  settle(): void {
    if (this.errors.length) throw new Problem('validation.failed', { errors: this.errors });
  }
}
