import type { ButtonHTMLAttributes, ReactElement, ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icons.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'title' | 'className'>;

interface ButtonProps extends Native {
  readonly kind?: 'plain' | 'primary' | 'buy' | 'sell' | 'danger' | 'quiet';
  readonly size?: 'small' | 'medium' | 'large';
  /** Shows that an answer is awaited; presses are dropped meanwhile. */
  readonly busy?: boolean;
  /** Why it is off. The button stays reachable by keyboard, so that the reason can be read. */
  readonly whyDisabled?: string | undefined;
  /** Says what it does where the text alone does not. */
  readonly tip?: string | undefined;
  /** A press that answers or sends: once, whether it is a double click or a key that is still held. */
  readonly onPress?: () => void;
  readonly className?: string;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = 'plain',
  size = 'medium',
  busy = false,
  whyDisabled,
  tip,
  className = '',
  onClick,
  onKeyDown,
  onPress,
  children,
  ...rest
}: ButtonProps): ReactElement {
  const off = whyDisabled !== undefined || busy;
  return (
    <Tooltip text={whyDisabled ?? tip}>
      <button
        type="button"
        {...rest}
        className={`button button-${kind} button-${size} ${className}`}
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        onKeyDown={(event) => {
          // The Enter that asked is still down: its repetition is no answer.
          if (onPress !== undefined && event.repeat) event.preventDefault();
          onKeyDown?.(event);
        }}
        onClick={(event) => {
          if (off) event.preventDefault();
          else if (onPress === undefined) onClick?.(event);
          else if (event.detail <= 1) onPress();
        }}
      >
        {children}
      </button>
    </Tooltip>
  );
}

/** A button that shows only an icon; its label is its accessible name and its tooltip. */
export function IconButton({
  icon,
  label,
  className = '',
  ...rest
}: Omit<ButtonProps, 'children' | 'tip'> & { readonly icon: IconName; readonly label: string }): ReactElement {
  return (
    <Button kind="quiet" {...rest} className={`icon-button ${className}`} aria-label={label} tip={label}>
      <Icon name={icon} size={rest.size === 'small' ? 12 : 16} />
    </Button>
  );
}
