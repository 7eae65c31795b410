/** @jest-environment jsdom */
import { renderPart } from '@coulisse/resource-samples/render-part';
import { screen } from '@testing-library/react';
import { ReasonDialog } from './reason-dialog';

const show = (onConfirm: (reason: string) => void, refused: { error?: string; refusal?: string } = {}) =>
  renderPart(
    <ReasonDialog
      title="Stop?"
      confirm="Stop"
      keep="Keep"
      onConfirm={onConfirm}
      onClose={() => undefined}
      {...refused}
    >
      It is final.
    </ReasonDialog>,
  );

it('does nothing without a reason, and sends the one that was written', async () => {
  const onConfirm = jest.fn();
  const { user } = show(onConfirm);
  const confirm = () => user.click(screen.getByTestId('reason-confirm'));
  await confirm();
  await user.type(screen.getByRole('textbox'), '  ');
  await confirm();
  expect(onConfirm).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox'), 'done by hand');
  await confirm();
  expect(onConfirm.mock.calls).toEqual([['  done by hand']]);
});

it('says what was refused, beside the reason if it is about that', () => {
  show(() => undefined, { error: 'Too long.', refusal: 'It has ended already.' });
  expect(screen.getByText('It has ended already.')).toBeTruthy();
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
});
