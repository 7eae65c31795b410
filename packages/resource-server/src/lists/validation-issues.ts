import type { MessageId, MessageParams } from '@coulisse/contracts';
import { pointerOf } from '@coulisse/service-kit/http';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';

/** Collects the errors of a query, so that the response contains all of them. */
export class ValidationIssues {
  private readonly errors: FieldError[] = [];

  /** @param path Parameter, then where in it: `['filter', 'rules', 0, 'field']`. */
  add(path: readonly (string | number)[], code: MessageId, params?: MessageParams): undefined {
    this.errors.push({ pointer: pointerOf(path), code, ...(params && { params }) });
  }
  get isEmpty(): boolean {
    return this.errors.length === 0;
  }
  throwIfAny(): void {
    if (this.errors.length) throw new Problem('validation.failed', { errors: this.errors });
  }
}
