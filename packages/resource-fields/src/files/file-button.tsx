import { Camera } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';

interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  accept?: readonly string[];
  several?: boolean;
  onFiles: (files: File[]) => void;
  children?: ReactNode;
}

/** A button that opens the system's file chooser. */
export const FileButton = ({ accept, several, onFiles, children, ...rest }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...rest} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <HiddenInput input={input} accept={accept} several={several} onFiles={onFiles} />
    </>
  );
};

/** A button that opens the camera of a phone; hidden where there is a mouse. */
export const CameraButton = ({
  onFiles,
  disabled,
}: {
  onFiles: (files: File[]) => void;
  disabled?: boolean;
}) => {
  const text = useResourceText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="r-camera">
      <Button
        size="small"
        disabled={disabled}
        icon={<Camera aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {text('field.file.camera')}
      </Button>
      <HiddenInput input={input} accept={['image/*']} capture onFiles={onFiles} />
    </span>
  );
};

interface HiddenInputProps {
  input: React.Ref<HTMLInputElement>;
  accept?: readonly string[];
  several?: boolean;
  capture?: boolean;
  onFiles: (files: File[]) => void;
}

const HiddenInput = ({ input, accept, several, capture, onFiles }: HiddenInputProps) => (
  <input
    ref={input}
    type="file"
    hidden
    tabIndex={-1}
    accept={accept?.join(',')}
    multiple={several}
    capture={capture ? 'environment' : undefined}
    onChange={(event) => {
      onFiles([...(event.target.files ?? [])]);
      // The same file may be chosen again after a failure.
      event.target.value = '';
    }}
  />
);
