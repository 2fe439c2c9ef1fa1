import { likeness } from './look-alike.ts';
import { shapeOf } from './networks.ts';
import { canonical, SHAPES, type ShapeName } from './shapes.ts';
import { textTricks, type Trick } from './text-tricks.ts';

/** Something about an address that a person should know. */
export interface AddressFinding {
  readonly kind:
    | Trick['kind']
    | 'shape'
    | 'checksum'
    | 'other-network'
    | 'test-network'
    | 'look-alike'
    | 'clipboard'
    | 'not-checked';
  /** `refused`: it cannot be right. `alarm`: it may be somebody's trick. `note`: it could not be looked into. */
  readonly level: 'refused' | 'alarm' | 'note';
  readonly words: string;
}

/** An address that is known by a name. */
export interface KnownAddress {
  readonly name: string;
  readonly address: string;
}

export interface AddressQuestion {
  readonly address: string;
  /** Id of the network (E1). */
  readonly network: string;
  /** Those that it could be taken for. */
  readonly known: readonly KnownAddress[];
  /** What was pasted, where it was pasted. */
  readonly pasted?: string | null;
  /** What the clipboard holds now, where that can be known. */
  readonly clipboard?: string | null;
}

/**
 * Looks at an address before money goes there: signs that deceive, shape and checksum of its network, others that it
 * can be taken for, and whether the clipboard was changed behind it.
 *
 * @returns findings, the worst first; empty where all is well.
 */
export function checkAddress(question: AddressQuestion): readonly AddressFinding[] {
  const { address, network, known } = question;
  if (address === '') return [{ kind: 'shape', level: 'refused', words: 'An address is needed.' }];
  const tricks = textTricks(address).map(({ kind, words }): AddressFinding => ({ kind, level: 'refused', words }));
  return [
    ...(tricks.length > 0 ? tricks : shapeFindings(address, network)),
    ...twins(address, known),
    ...clipboardFindings(question),
  ];
}

function shapeFindings(address: string, network: string): readonly AddressFinding[] {
  const wanted = shapeOf(network);
  if (wanted === null)
    return /^[\x21-\x7e]{2,128}$/.test(address)
      ? [
          {
            kind: 'not-checked',
            level: 'note',
            words: `What an address of ${network} looks like is not known here: compare every sign.`,
          },
        ]
      : [{ kind: 'shape', level: 'refused', words: 'An address has 2 to 128 plain signs.' }];
  const shape = SHAPES[wanted];
  switch (shape.read(address)) {
    case 'good':
      return [];
    case 'wrong-checksum':
      return [
        {
          kind: 'checksum',
          level: 'refused',
          words: 'Its checksum is wrong: at least one sign is not the one that it was.',
        },
      ];
    case 'test-network':
      return [
        { kind: 'test-network', level: 'refused', words: `This is an address of a test network of ${shape.name}.` },
      ];
    case 'other-shape':
      break;
  }
  const others = Object.keys(SHAPES) as ShapeName[]; // the table's own names
  const other = others.find((name) => name !== wanted && SHAPES[name].read(address) !== 'other-shape');
  return other === undefined
    ? [{ kind: 'shape', level: 'refused', words: `This is no address of ${shape.name}.` }]
    : [
        {
          kind: 'other-network',
          level: 'refused',
          words: `This is an address of ${SHAPES[other].name}, not of ${network}.`,
        },
      ];
}

function twins(address: string, known: readonly KnownAddress[]): readonly AddressFinding[] {
  return known.flatMap(({ name, address: other }): AddressFinding[] => {
    const how = likeness(address, other);
    if (how === null) return [];
    const words =
      how === 'same-ends'
        ? `It begins and ends like “${name}”, and is another address.`
        : `It differs from “${name}” in a few signs, and is another address.`;
    return [{ kind: 'look-alike', level: 'alarm', words }];
  });
}

/** Programs that swap addresses on the clipboard are common: what was pasted must be what stands there. */
function clipboardFindings({ address, pasted = null, clipboard = null }: AddressQuestion): readonly AddressFinding[] {
  const findings: AddressFinding[] = [];
  if (pasted !== null && pasted.trim() !== address)
    findings.push({
      kind: 'clipboard',
      level: 'alarm',
      words: 'It is not what was pasted: something changed it since.',
    });
  const now = clipboard?.trim() ?? '';
  if (now !== '' && canonical(now) !== canonical(address) && now !== pasted?.trim() && isAddress(now))
    findings.push({
      kind: 'clipboard',
      level: 'alarm',
      words: 'The clipboard holds another address than this one by now.',
    });
  return findings;
}

const isAddress = (text: string): boolean =>
  text.length <= 128 && Object.values(SHAPES).some(({ read }) => read(text) !== 'other-shape');

/** An address in groups of four signs, as it is compared by eye. */
export const inGroups = (address: string): string => address.match(/.{1,4}/gsu)?.join(' ') ?? '';
