/** The part of a keyboard event that says which keys are down. */
export type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Keys that are pressed together: `chord` is compared, `label` is what stands on this keyboard. */
export interface Binding {
  readonly chord: string;
  readonly label: string;
}

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'OS', 'CapsLock', 'NumLock', 'ScrollLock']);
/** What a keyboard sends for keys that it cannot name. */
const NAMELESS = new Set(['Dead', 'Unidentified', 'Process', '']);

/** Signs of the keys of a US keyboard, for keys that are known by their place. */
const SIGN_AT: Readonly<Record<string, string>> = {
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  Comma: ',',
  Period: '.',
  Slash: '/',
};

/** "KeyB" is B, "Digit1" is 1, "Slash" is /; others keep their name. */
const nameAt = (code: string): string => SIGN_AT[code] ?? code.replace(/^(?:Key|Digit)(?=.$)/, '');

/**
 * The keys of a stroke as text: "Ctrl+K", "Shift+F6", "?". Cmd counts as Ctrl.
 *
 * @param byPlace takes the key's place on the keyboard, whatever sign it types there. With Alt the place is
 *   taken anyway, as Alt types other signs on some keyboards, and so it is for signs outside ASCII.
 * @returns null while only modifiers are down.
 */
export function chordOf(stroke: Stroke, byPlace: boolean): string | null {
  if (MODIFIERS.has(stroke.key)) return null;
  const name = byPlace || stroke.altKey ? nameAt(stroke.code) : signOf(stroke);
  if (NAMELESS.has(name)) return null;
  return joined(stroke, name, byPlace || stroke.altKey);
}

/** The same for a person to read: a letter as this keyboard types it. */
export function labelOf(stroke: Stroke, byPlace: boolean): string {
  const placed = byPlace || stroke.altKey;
  const letter = /^Key.$/.test(stroke.code) && !stroke.altKey && /^\p{L}$/u.test(stroke.key);
  const name = placed ? (letter ? stroke.key.toUpperCase() : nameAt(stroke.code)) : signOf(stroke);
  return joined(stroke, name, placed);
}

function signOf({ key, code }: Stroke): string {
  if (key === ' ') return 'Space';
  if (key.length > 1) return key;
  return /^[!-~]$/.test(key) ? key.toUpperCase() : nameAt(code);
}

/** Shift is part of a sign such as "?" already. */
function joined(stroke: Stroke, name: string, placed: boolean): string {
  const shift = stroke.shiftKey && (placed || name.length > 1 || /^[A-Z]$/.test(name));
  const held = [
    ...(stroke.ctrlKey || stroke.metaKey ? ['Ctrl'] : []),
    ...(stroke.altKey ? ['Alt'] : []),
    ...(shift ? ['Shift'] : []),
  ];
  return [...held, name].join('+');
}

/** Whether these keys type nothing, so that they can mean something else while one types. */
export const typesNothing = (chord: string): boolean =>
  /^(?:Ctrl|Alt)\+/.test(chord) || /^(?:Shift\+)?F\d+$/.test(chord);

/** What the browser does with keys that a page does not get, or that a person expects of it. */
const BROWSER: Readonly<Record<string, string>> = {
  'Ctrl+T': 'opens a tab',
  'Ctrl+Shift+T': 'opens the last tab again',
  'Ctrl+N': 'opens a window',
  'Ctrl+Shift+N': 'opens a private window',
  'Ctrl+W': 'closes the window',
  'Ctrl+Shift+W': 'closes the window',
  'Ctrl+F4': 'closes the window',
  'Alt+F4': 'closes the window',
  'Ctrl+Q': 'ends the program',
  'Ctrl+Shift+Q': 'ends the program',
  'Ctrl+Tab': 'changes the tab',
  'Ctrl+Shift+Tab': 'changes the tab',
  'Ctrl+PageUp': 'changes the tab',
  'Ctrl+PageDown': 'changes the tab',
  'Ctrl+L': 'goes to the address',
  'Alt+D': 'goes to the address',
  'Alt+E': 'opens the menu',
  'Alt+F': 'opens the menu',
  'Alt+Space': 'opens the menu of the window',
  'Alt+ArrowLeft': 'goes back',
  'Alt+ArrowRight': 'goes forward',
  'Alt+Home': 'leaves the page',
  'Ctrl+R': 'loads the page anew',
  'Ctrl+Shift+R': 'loads the page anew',
  'Ctrl+F5': 'loads the page anew',
  'Ctrl+P': 'prints',
  'Ctrl+S': 'saves the page',
  'Ctrl+O': 'opens a file',
  'Ctrl+J': 'shows the downloads',
  'Ctrl+H': 'shows the history',
  'Ctrl+D': 'sets a bookmark',
  'Ctrl+U': 'shows the source',
  'Ctrl+F': 'searches the page',
  'Ctrl+G': 'searches the page',
  'Ctrl+Shift+I': 'opens the tools of developers',
  'Ctrl+Shift+J': 'opens the tools of developers',
  'Ctrl+Shift+C': 'opens the tools of developers',
  'Ctrl+Shift+Delete': 'clears the history',
  'Ctrl++': 'makes everything larger',
  'Ctrl+=': 'makes everything larger',
  'Ctrl+-': 'makes everything smaller',
  'Ctrl+0': 'sets the size back',
  F1: 'opens the help',
  F3: 'searches the page',
  F5: 'loads the page anew',
  F7: 'turns caret browsing on',
  F10: 'opens the menu',
  'Shift+F10': 'opens the menu of what is focused',
  F11: 'fills the screen',
  F12: 'opens the tools of developers',
};

/** Keys with which one moves and edits in fields, lists and grids. */
const EDITING = new Set(['A', 'B', 'C', 'I', 'V', 'X', 'Y', 'Z', 'Shift+V', 'Shift+Z'].map((key) => `Ctrl+${key}`));
const MOVING =
  /^(?:Ctrl\+)?(?:Shift\+)?(?:Enter|Escape|Tab|Space|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow\w+|ContextMenu)$/;

/**
 * Why these keys cannot be taken for anything, or null when they can.
 *
 * @param whileTyping whether what they would mean also works while one types.
 */
export function whyNotBindable(stroke: Stroke, whileTyping: boolean): string | null {
  const bySign = chordOf(stroke, false) ?? '';
  const byPlace = chordOf(stroke, true) ?? '';
  const label = labelOf(stroke, false);
  const browser = own(BROWSER, bySign) ?? own(BROWSER, byPlace);
  if (browser !== null) return `${label} belongs to the browser: it ${browser}.`;
  if (/^Ctrl\+[1-9]$/.test(byPlace)) return `${label} belongs to the browser: it changes the tab.`;
  if (EDITING.has(bySign)) return `${label} belongs to text fields: one edits with it.`;
  if (MOVING.test(bySign)) return `${label} belongs to fields and lists: one moves and edits with it.`;
  if (bySign === 'Alt+Tab') return `${label} belongs to the system.`;
  if (whileTyping && !typesNothing(bySign))
    return `${label} types a character, and this key works while one types too: take one with Ctrl or Alt, or a function key.`;
  return null;
}

const own = (table: Readonly<Record<string, string>>, key: string): string | null =>
  Object.hasOwn(table, key) ? (table[key] ?? null) : null;
