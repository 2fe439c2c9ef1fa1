import { useRef, useState, type ReactElement } from 'react';
import type { TemplateOrder } from '../../../state/kept/template-list.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { TemplatesBox } from './templates-box.tsx';

/** Opens the templates: to fill the ticket from one, or to save what stands in it. */
export function TemplatesButton({ order }: { readonly order: TemplateOrder }): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <>
      <IconButton
        ref={button}
        icon="star"
        label="Templates"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      />
      {opened ? (
        <Popover label="Templates" anchor={button} onClose={close}>
          <TemplatesBox order={order} close={close} />
        </Popover>
      ) : null}
    </>
  );
}

/** Says what the ticket was filled from: the record will say so as well. */
export function FromTemplate(props: { readonly name: string | null; forget(): void }): ReactElement | null {
  const { name, forget } = props;
  if (name === null) return null;
  return (
    <p className="ticket-from">
      <span className="ticket-from-name">
        From “<bdi>{name}</bdi>”
      </span>
      <IconButton icon="close" size="small" label="Not from a template any more" onClick={forget} />
    </p>
  );
}
