import type { PaymentForm } from '../api/types';

/** Submits the form of the bank: the browser leaves the page. */
export function postForm({ action, fields }: NonNullable<PaymentForm['form']>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const { name, value } of fields) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
