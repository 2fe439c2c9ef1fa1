import type { Mutation } from './mutation.ts';

const DESK = 'electron/core/session/session.ts';
const ANSWERS = 'electron/core/session/answers.ts';
const HOSTILE = 'electron/core/session/hostile.test.ts';
const DESK_TEST = 'electron/core/session/session.test.ts';
const BOOK = 'electron/core/session/profile-book.ts';

/** The rules by which the core does not trust its page, and keeps its secrets and its record, broken once each. */
export const CORE_MUTATIONS: readonly Mutation[] = [
  {
    breaks: 'a command is taken while the lock closes',
    rule: 'core',
    file: DESK,
    from: "    if (kind === 'command' && shut) throw locked();\n",
    to: '',
    test: HOSTILE,
  },
  {
    breaks: 'a locked terminal keeps its key',
    rule: 'core',
    file: DESK,
    from: '    if (shut) return null;\n',
    to: '',
    test: DESK_TEST,
  },
  {
    breaks: 'the lock is left by opening another profile',
    rule: 'core',
    file: ANSWERS,
    from: `        refuseWhileShut();
        const profile = need(id);
        if (profile.environment === 'live')`,
    to: `        const profile = need(id);
        if (profile.environment === 'live')`,
    test: HOSTILE,
  },
  {
    breaks: 'a live profile opens without its name typed',
    rule: 'core',
    file: ANSWERS,
    from: "        if (profile.environment === 'live') await refuseUntyped(profile, typed);\n",
    to: '',
    test: HOSTILE,
  },
  {
    breaks: 'a page alone can go live where the shell could ask',
    rule: 'core',
    file: ANSWERS,
    from: '    if (sure === false)\n',
    to: '    if (sure === undefined)\n',
    test: DESK_TEST,
  },
  {
    breaks: 'the window closes over an armed switch',
    rule: 'core',
    file: 'electron/shells/electron/window/close-guard.ts',
    from: '    event.preventDefault();\n',
    to: '',
    test: 'electron/shells/electron/window/close-guard.test.ts',
  },
  {
    breaks: 'an edit makes the open profile live',
    rule: 'core',
    file: ANSWERS,
    from: '        if (isOpen && movesMoney && !movedMoney) await refuseUntyped({ ...draft, name: draft.name.trim() }, typed);\n',
    to: '',
    test: HOSTILE,
  },
  {
    breaks: 'a key goes along to another address',
    rule: 'core',
    file: ANSWERS,
    from: '          needVault().remove(profile.id);\n',
    to: '',
    test: HOSTILE,
  },
  {
    breaks: 'an answer of the old profile reaches the new one’s screen',
    rule: 'core',
    file: 'electron/core/session/rebound-feed.ts',
    from: '            listener({ ids: [], put: [], drop });\n',
    to: '',
    test: DESK_TEST,
  },
  {
    breaks: 'a sealed secret can be used twice',
    rule: 'core',
    file: 'electron/core/session/sealed-secrets.ts',
    from: '      issued.delete(sealed.to);\n',
    to: '',
    test: HOSTILE,
  },
  {
    breaks: 'a sealed secret may be changed on its way',
    rule: 'core',
    file: 'electron/core/session/sealed-secrets.ts',
    from: '    plain.fill(0);\n    return null;\n',
    to: '    return plain;\n',
    test: DESK_TEST,
  },
  {
    breaks: 'wrong passphrases cost nothing',
    rule: 'core',
    file: 'electron/core/session/passphrase.ts',
    from: '        wrong += 1;\n',
    to: '',
    test: DESK_TEST,
  },
  {
    breaks: 'the live exchange may be called practice',
    rule: 'core',
    file: BOOK,
    from: "      if (wrong !== null) throw invalid('environment', wrong);\n",
    to: '',
    test: HOSTILE,
  },
  {
    breaks: 'a profile may look like another by its name',
    rule: 'core',
    file: BOOK,
    from: '      if (twin !== undefined) throw',
    to: '      if (twin === builtIn && twin === undefined) throw',
    test: DESK_TEST,
  },
  {
    breaks: 'the record can be changed unseen',
    rule: 'core',
    file: 'electron/core/commands/activity/chain.ts',
    from: '.update(before)',
    to: '',
    test: 'electron/core/commands/activity/record.test.ts',
  },
  {
    breaks: 'the record shows secrets',
    rule: 'core',
    file: 'electron/core/commands/activity/redact.ts',
    from: "      if (SECRET.test(name)) return '•••';\n",
    to: '',
    test: 'electron/core/commands/activity/redact.test.ts',
  },
  {
    breaks: 'view only sends',
    rule: 'core',
    file: 'electron/core/page/policy.ts',
    from: "  if (standing.viewOnly) return refuse('view-only', 'This profile is view only.');\n",
    to: '',
    test: HOSTILE,
  },
  {
    breaks: 'a command may come from another profile’s screen',
    rule: 'core',
    file: 'electron/core/page/policy.ts',
    from: '  if (pressed.profile !== standing.profile)\n',
    to: '  if (pressed.profile === "")\n',
    test: HOSTILE,
  },
];
