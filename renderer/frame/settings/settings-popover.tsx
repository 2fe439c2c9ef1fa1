import { useRef, type ReactElement } from 'react';
import { changeSettings, useSettings } from '../../state/kept/settings.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { SegmentedRadio, Switch } from '../../ui/controls/choices.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { resetLayout } from '../dock/dock-control.ts';
import { lockLayout, useLayoutLocked, whyNoReset } from '../dock/layout-lock.ts';
import { close, open, toggle, useOpened } from '../dock/open.ts';
import { exportSettings, SettingsFile } from './settings-file.tsx';

export function SettingsButton(): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const opened = useOpened('settings');
  return (
    <>
      <IconButton
        ref={button}
        icon="settings"
        label="Settings"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => toggle('settings')}
      />
      {opened ? (
        <Popover label="Settings" anchor={button} align="end" onClose={() => close('settings')}>
          <Settings
            onImport={() => {
              close('settings');
              file.current?.click();
            }}
          />
        </Popover>
      ) : null}
      <SettingsFile input={file} />
    </>
  );
}

function Settings({ onImport }: { onImport(): void }): ReactElement {
  const settings = useSettings();
  const locked = useLayoutLocked();
  return (
    <div className="settings">
      <SegmentedRadio
        showLabel
        label="Theme"
        value={settings.theme}
        onChange={(theme) => changeSettings({ theme })}
        choices={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
      />
      <SegmentedRadio
        showLabel
        label="Up and down"
        value={settings.updown}
        onChange={(updown) => changeSettings({ updown })}
        choices={[
          { value: 'green-red', label: 'Green and red' },
          { value: 'blue-orange', label: 'Blue and orange' },
        ]}
      />
      <SegmentedRadio
        showLabel
        label="Density"
        value={settings.density}
        onChange={(density) => changeSettings({ density })}
        choices={[
          { value: 'compact', label: 'Compact' },
          { value: 'comfortable', label: 'Comfortable' },
        ]}
      />
      <Switch label="Times in UTC" checked={settings.utc} onChange={(utc) => changeSettings({ utc })} />
      <Switch
        label="Sound of the dead-man switch"
        checked={settings.alarm}
        onChange={(alarm) => changeSettings({ alarm })}
      />
      <Switch
        label="Sound on fills and changes"
        checked={settings.sound}
        onChange={(sound) => changeSettings({ sound })}
      />
      <Switch
        label="Flash on fills and changes"
        tip="Nothing flashes while this system asks for reduced motion."
        checked={settings.flash}
        onChange={(flash) => changeSettings({ flash })}
      />
      <Switch
        label="Layout lock"
        checked={locked}
        tip="Panels cannot be moved, resized or closed. Kept for this profile."
        onChange={lockLayout}
      />
      <div className="settings-actions">
        <Button size="small" whyDisabled={whyNoReset(locked)} onClick={resetLayout}>
          Reset layout
        </Button>
        <Button size="small" onClick={() => open('keys')}>
          Show keys
        </Button>
        <Button size="small" onClick={() => void exportSettings()}>
          Export settings
        </Button>
        <Button size="small" onClick={onImport}>
          Import settings…
        </Button>
      </div>
    </div>
  );
}
