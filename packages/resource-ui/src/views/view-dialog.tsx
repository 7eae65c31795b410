import { useId } from 'react';
import { useForm, useFormState, useWatch } from 'react-hook-form';
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

interface ViewValues {
  name: string;
  icon: string | null;
  shared: boolean;
  isDefault: boolean;
}

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
  const { control, register, setValue, setError, handleSubmit } = useForm<ViewValues>({
    defaultValues: {
      name: view?.name ?? '',
      icon: view?.icon ?? null,
      shared: view?.shared ?? false,
      isDefault: view?.isDefault ?? false,
    },
  });
  const [name, icon, shared] = useWatch({ control, name: ['name', 'icon', 'shared'] });
  const { errors, isSubmitting } = useFormState({ control });
  const { create, change, setDefault: putDefault } = list.views;

  const save = async ({ isDefault, ...values }: ViewValues) => {
    const words = { ...values, name: values.name.trim() };
    const saved = view
      ? await change.mutateAsync({ id: view.id, ...words })
      : await create.mutateAsync({ ...words, query: queryOfView(list.state) });
    if (isDefault !== (view?.isDefault ?? false)) await putDefault.mutateAsync(isDefault ? saved.id : null);
    if (!view) list.go({ ...list.state, view: saved.id }, false, [...list.views.views, saved]);
    onClose();
  };
  const submit = handleSubmit(async (values) => {
    if (isSubmitting || !values.name.trim()) return;
    await save(values).catch((failure: unknown) => setError('root', { message: problem(failure) }));
  });
  return (
    <Dialog title={text(view ? 'view.rename' : 'view.new')} onClose={onClose} bare>
      <form onSubmit={(event) => void submit(event)}>
        <div className="c-dialog-body r-view-form">
          {errors.root && <Notice tone="bad">{errors.root.message}</Notice>}
          <Field label={text('view.name')} required>
            {(attributes) => (
              <Input
                {...attributes}
                autoFocus
                maxLength={LONGEST}
                placeholder={text('view.name.example')}
                data-testid="view-name"
                {...register('name')}
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
                    onChange={() => setValue('icon', choice)}
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
              onChange={(event) => setValue('shared', event.target.checked)}
            />
          )}
          <Check label={text('view.default')} {...register('isDefault')} />
        </div>
        <footer>
          <Button onClick={onClose}>{uiText('action.cancel')}</Button>
          <Button
            kind="main"
            type="submit"
            busy={isSubmitting}
            disabled={!name.trim()}
            data-testid="view-save"
          >
            {text(view ? 'form.save' : 'view.create')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
