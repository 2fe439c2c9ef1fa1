import { useState, type ReactElement, type RefObject } from 'react';
import { MOST_SETTINGS_FILE_CHARS } from '../../../shared/contract/page-settings.ts';
import { readSettingsFile, type ReadSettingsFile } from '../../../shared/settings/page-settings-file.ts';
import { pageSettingWords } from '../../../shared/settings/page-settings.ts';
import { ask } from '../../link/bridge.ts';
import { importSettings, useSettingsOf } from '../../state/kept/keep-in-core.ts';
import { notify } from '../../state/notices.ts';
import { sayFault } from '../../state/profiles.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** Writes what is kept of this profile into the data folder. */
export async function exportSettings(): Promise<void> {
  const { profile } = useSettingsOf.getState();
  if (profile === null) return;
  try {
    const { path } = await ask('pageSettings.export', { profile });
    notify('success', 'The settings were written.', path);
  } catch (error) {
    sayFault('The settings were not written.', error);
  }
}

interface Chosen extends ReadSettingsFile {
  readonly name: string;
  readonly text: string;
}

/** The file that a person chooses to import, and the question that comes before. */
export function SettingsFile({ input }: { readonly input: RefObject<HTMLInputElement | null> }): ReactElement {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="File of settings"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void look(file).then(setChosen);
          // The same file again is a choice, too.
          currentTarget.value = '';
        }}
      />
      {chosen === null ? null : <Question chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** @returns null where there is nothing to import; why is said. */
async function look(file: File): Promise<Chosen | null> {
  const refuse = (why: string): null => {
    notify('warning', `${file.name} was not imported.`, why);
    return null;
  };
  if (file.size > MOST_SETTINGS_FILE_CHARS) return refuse('It is too large for a file of settings.');
  let text: string;
  try {
    text = await file.text();
  } catch {
    return refuse('It cannot be read.');
  }
  const read = readSettingsFile(text);
  if (read === null) return refuse('It is no file of settings.');
  if (read.taken.size === 0) return refuse('It holds nothing that this version knows.');
  return { ...read, name: file.name, text };
}

function Question({ chosen, onClose }: { readonly chosen: Chosen; onClose(): void }): ReactElement {
  const { name, text, taken, left } = chosen;
  const [busy, setBusy] = useState(false);
  async function take(): Promise<void> {
    setBusy(true);
    try {
      await importSettings(text);
    } catch (error) {
      sayFault('The settings were not imported.', error);
      onClose();
    }
  }
  return (
    <Dialog
      title="Import these settings?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep mine</Button>
          <Button kind="primary" data-autofocus busy={busy} onClick={() => void take()}>
            Import
          </Button>
        </>
      }
    >
      <p>{name} takes the place of these settings of this profile:</p>
      <ul aria-label="Taken">
        {[...taken.keys()].map((each) => (
          <li key={each}>{pageSettingWords(each)}</li>
        ))}
      </ul>
      {left.length === 0 ? null : <p>Not taken, since it does not fit: {left.join(', ')}.</p>}
      {taken.has('ticket') ? <p>Before which orders you are asked is among them.</p> : null}
      <p>The page loads itself anew: what stands in the ticket is gone.</p>
    </Dialog>
  );
}
