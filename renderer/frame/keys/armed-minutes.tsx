import type { ReactElement } from 'react';
import { ARMED_MINUTES } from '../../state/keys/armed.ts';
import { changeSettings, useSettings } from '../../state/kept/settings.ts';
import { SegmentedRadio } from '../../ui/controls/choices.tsx';

/** After how long without a trading key they lock themselves. */
export function ArmedMinutes(): ReactElement {
  const minutes = useSettings((settings) => settings.armedMinutes);
  return (
    <SegmentedRadio
      label="Minutes until they lock themselves"
      showLabel
      value={minutes}
      onChange={(armedMinutes) => changeSettings({ armedMinutes })}
      choices={ARMED_MINUTES.map((value) => ({ value, label: value }))}
    />
  );
}
