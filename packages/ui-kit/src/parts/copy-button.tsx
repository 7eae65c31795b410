import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { useToast } from './toast';
import { useUiText } from './use-ui-text';

const SHOWN_FOR = 2_000;

export const CopyButton = ({ value, label }: { value: string; label?: string }) => {
  const text = useUiText();
  const toast = useToast();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast.bad(text('copy.refused'));
    }
  };
  return (
    <Button icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? text('copied') : (label ?? text('action.copy'))}</span>
    </Button>
  );
};
