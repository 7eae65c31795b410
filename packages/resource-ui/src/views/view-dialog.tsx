import { type FormEvent, useId, useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Check, Dialog, Field, Input, Notice, useUiText } from '@coulisse/ui-kit';
import {
  type ListControl,
  queryOfView,
  type SavedView,
  useProblemText,
  useResourceText,
} from '@coulisse/resource-client';
import { VIEW_ICONS, ViewIcon } from './view-icons';

const LONGEST = 80;

interface ViewDialogProps {
  descriptor: ResourceDescriptor;
  list: ListControl;
  /** The view to rename; without it, a new view of the current list is created. */
  view?: SavedView;
  onClose: () => void;
}

/** Dialog for the name, icon and sharing of a new or existing view. */
export const ViewDialog = ({ descriptor, list, view, onClose }: ViewDialogProps) => {
  const text = useResourceText();
  const uiText = useUiText();
  const problem = useProblemText();
  const id = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [icon, setIcon] = useState(view?.icon ?? null);
  const [shared, setShared] = useState(view?.shared ?? false);
  const [isDefault, setDefault] = useState(view?.isDefault ?? false);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { create, change, setDefault: putDefault } = list.views;

  const save = async () => {
    const words = { name: name.trim(), icon, shared };
    const saved = view
      ? await change.mutateAsync({ id: view.id, ...words })
      : await create.mutateAsync({ ...words, query: queryOfView(list.state) });
    if (isDefault !== (view?.isDefault ?? false)) await putDefault.mutateAsync(isDefault ? saved.id : null);
    if (!view) list.go({ ...list.state, view: saved.id }, false, [...list.views.views, saved]);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !name.trim()) return;
    setBusy(true);
    setFailure(null);
    save()
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title={text(view ? 'view.rename' : 'view.new')} onClose={onClose} bare>
      <form onSubmit={submit}>
        <div className="c-dialog-body r-view-form">
          {failure !== null && <Notice tone="bad">{problem(failure)}</Notice>}
          <Field label={text('view.name')} required>
            {(control) => (
              <Input
                {...control}
                autoFocus
                maxLength={LONGEST}
                value={name}
                placeholder={text('view.name.example')}
                data-testid="view-name"
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <div className="c-field">
            <span className="c-label" id={`${id}-icon`}>
              {text('view.icon')}
            </span>
            <div className="r-icons" role="radiogroup" aria-labelledby={`${id}-icon`}>
              {[null, ...Object.keys(VIEW_ICONS)].map((choice) => (
                <label key={choice ?? ''} title={text(choice ? `view.icon.${choice}` : 'view.icon.none')}>
                  <input
                    type="radio"
                    name={`${id}-icon`}
                    className="c-hidden"
                    checked={choice === icon}
                    aria-label={text(choice ? `view.icon.${choice}` : 'view.icon.none')}
                    onChange={() => setIcon(choice)}
                  />
                  {choice ? <ViewIcon name={choice} /> : <span aria-hidden>—</span>}
                </label>
              ))}
            </div>
          </div>
          {(descriptor.may.update || view?.shared) && (
            <Check
              label={
                <>
                  {text('view.shared')}
                  <span className="c-help r-check-help">{text('view.shared.help')}</span>
                </>
              }
              checked={shared}
              disabled={!descriptor.may.update}
              onChange={(event) => setShared(event.target.checked)}
            />
          )}
          <Check
            label={text('view.default')}
            checked={isDefault}
            onChange={(event) => setDefault(event.target.checked)}
          />
        </div>
        <footer>
          <Button onClick={onClose}>{uiText('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={busy} disabled={!name.trim()} data-testid="view-save">
            {text(view ? 'form.save' : 'view.create')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
