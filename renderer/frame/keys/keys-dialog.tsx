import { useEffect, useState, type ReactElement } from 'react';
import {
  bind,
  bindingOf,
  propose,
  recordKeys,
  resetAllKeys,
  resetKey,
  useChangedKeys,
  whyNoReset,
  type ChangedKeys,
} from '../../state/keys/key-bindings.ts';
import { useKeyEntries } from '../../state/keys/key-entries.ts';
import { fixedKeys, KEY_GROUPS, type KeyEntry } from '../../state/keys/key-table.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ArmedMinutes } from './armed-minutes.tsx';

/** Every key, and the way to other ones. */
export function KeysDialog({ onClose }: { onClose(): void }): ReactElement {
  const changed = useChangedKeys((state) => state.changed);
  const entries = useKeyEntries();
  const [changing, setChanging] = useState<string | null>(null);
  return (
    <Dialog
      title="Keys"
      width="wide"
      onClose={onClose}
      footer={
        <Button
          whyDisabled={Object.keys(changed).length === 0 ? 'All keys have their defaults.' : undefined}
          onClick={() => {
            setChanging(null);
            resetAllKeys();
          }}
        >
          Reset all keys
        </Button>
      }
    >
      {KEY_GROUPS.map(({ group, title, meaning }) => (
        <section key={group} className="key-group">
          <h3>{title}</h3>
          <p>{meaning}</p>
          <ul className="keys" aria-label={title}>
            {entries
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <KeyRow
                  key={entry.id}
                  entry={entry}
                  entries={entries}
                  changed={changed}
                  changing={changing === entry.id}
                  onChanging={(on) => setChanging(on ? entry.id : null)}
                />
              ))}
          </ul>
          {group === 'arm' ? <ArmedMinutes /> : null}
        </section>
      ))}
      <section className="key-group">
        <h3>These stay as they are</h3>
        <ul className="keys" aria-label="These stay as they are">
          {fixedKeys.map(({ keys, what }) => (
            <li key={keys} className="key-row">
              <span className="key-what">{what}</span>
              <kbd>{keys}</kbd>
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  );
}

function KeyRow(props: {
  readonly entry: KeyEntry;
  readonly entries: readonly KeyEntry[];
  readonly changed: ChangedKeys;
  readonly changing: boolean;
  onChanging(on: boolean): void;
}): ReactElement {
  const { entry, entries, changed, changing, onChanging } = props;
  const binding = bindingOf(entry, changed);
  const isChanged = Object.hasOwn(changed, entry.id);
  return (
    <li className="key-row">
      <span className="key-what">{entry.what}</span>
      {changing ? (
        <Recorder {...props} />
      ) : binding === null ? (
        <span className="key-none">No key</span>
      ) : (
        <kbd>{binding.label}</kbd>
      )}
      <span className="key-actions">
        <Button
          size="small"
          aria-label={`Change the key of ${entry.what}`}
          aria-pressed={changing}
          onClick={() => onChanging(!changing)}
        >
          Change
        </Button>
        {binding === null || changing ? null : (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Take the key of ${entry.what} away`}
            onClick={() => bind(entry.id, null)}
          >
            Remove
          </Button>
        )}
        {isChanged && !changing ? (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Reset the key of ${entry.what}`}
            whyDisabled={whyNoReset(entry, entries, changed) ?? undefined}
            onClick={() => resetKey(entry.id)}
          >
            Reset
          </Button>
        ) : null}
      </span>
    </li>
  );
}

/** Takes the next keys for an entry; what is refused is said, and others can be pressed. */
function Recorder(props: Parameters<typeof KeyRow>[0]): ReactElement {
  const { entry, entries, changed, onChanging } = props;
  const [refused, setRefused] = useState<string | null>(null);
  const was = bindingOf(entry, changed);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // No part of the page gets these keys, and the dialog does not close by them.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.repeat || event.isComposing) return;
      if (event.key === 'Escape') {
        onChanging(false);
        return;
      }
      const proposal = propose(event, entry, entries, changed);
      if (proposal.kind === 'refused') setRefused(proposal.reason);
      if (proposal.kind !== 'taken') return;
      bind(entry.id, proposal.binding);
      onChanging(false);
    };
    const release = recordKeys();
    window.addEventListener('keydown', press, { capture: true });
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
      release();
    };
  }, [entry, entries, changed, onChanging]);
  return (
    <span className="key-recorder" role="status">
      Press the new keys. Esc keeps {was === null ? 'none' : was.label}.
      {refused === null ? null : <span className="key-refused">{refused}</span>}
    </span>
  );
}
