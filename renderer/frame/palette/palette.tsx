import { useId, useLayoutEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { panels } from '../../panels.ts';
import { useFeedRows } from '../../state/feeds/feeds.ts';
import { useKeyLabel } from '../../state/keys/key-bindings.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { useTemplates } from '../../state/kept/templates.ts';
import { openModal } from '../../ui/overlays/layers.ts';
import { commands, type Command } from './commands.ts';
import { shownPanels } from '../dock/dock-control.ts';
import { fillFrom } from '../keys/key-runs.ts';
import { lockLayout, useLayoutLocked } from '../dock/layout-lock.ts';
import { nextOption } from '../keys/list-keys.ts';
import { SearchField } from '../symbols/search-field.tsx';
import { bestMatches } from '../symbols/search.ts';

const MOST_ROWS = 60;

/** The keys that do the same, where there are some. */
function KeyOf({ id }: { readonly id: string }): ReactElement | null {
  const key = useKeyLabel(id);
  return key === null ? null : <kbd>{key}</kbd>;
}

/** Everything by name: type a part of it, choose with the arrows, Enter runs it. */
export function Palette({ onClose }: { onClose(): void }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const settings = useSettings();
  const instruments = useFeedRows('instruments');
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const layoutLocked = useLayoutLocked();
  const { templates } = useTemplates();
  const all = useMemo(
    () =>
      commands({
        panels,
        shown: shownPanels(),
        instruments: instruments.rows.values(),
        settings,
        layoutLocked,
        templates,
        fillFrom,
        lockLayout,
      }),
    [instruments, settings, layoutLocked, templates],
  );
  const shown = useMemo(
    () =>
      bestMatches(
        typed,
        all,
        (command) => `${command.name} ${command.kind}`,
        (command) => command.name,
      ).slice(0, MOST_ROWS),
    [typed, all],
  );
  const chosen = shown[Math.min(at, shown.length - 1)];
  useLayoutEffect(() => {
    return dialog.current === null ? undefined : openModal(dialog.current);
  }, []);

  function run(command: Command | undefined): void {
    if (command === undefined) return;
    // Closed first, so that what the command opens or focuses is not taken back with the focus.
    dialog.current?.close();
    onClose();
    command.run();
  }

  return (
    <dialog
      ref={dialog}
      className="palette"
      data-palette
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <SearchField
        aria-label="Search commands"
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : `${list}-${shown.indexOf(chosen)}`}
        placeholder="An action, a symbol or a panel"
        value={typed}
        onType={(text) => {
          setTyped(text);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const next = nextOption(event.key, at, shown.length);
          if (next !== null) {
            event.preventDefault();
            setAt(next);
          } else if (event.key === 'Enter' && !event.repeat) {
            event.preventDefault();
            run(chosen);
          }
        }}
      />
      <ul className="palette-list" id={list} role="listbox" aria-label="Commands">
        {shown.map((command, index) => (
          <li
            key={command.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={command === chosen}
            className="palette-row"
            ref={command === chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => run(command)}
          >
            <span>{command.name}</span>
            <span className="palette-kind">
              <KeyOf id={command.id} />
              {command.kind}
            </span>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="palette-none">Nothing has this in its name.</p> : null}
    </dialog>
  );
}
