import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for localhost that signed itself, with its key, both as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const ECDSA_SHA256 = [1, 2, 840, 10045, 4, 3, 2];
const COMMON_NAME = [2, 5, 4, 3];
const ALTERNATIVE_NAME = [2, 5, 29, 17];
const CONSTRAINTS = [2, 5, 29, 19];

/** Makes one that is good from one instant to another (X.509 v3, as DER by hand: no tool of the machine is needed). */
export function makeCertificate(from: Date, to: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid(COMMON_NAME), der(0x0c, Buffer.from('localhost')))));
  const algorithm = sequence(oid(ECDSA_SHA256));
  const extensions = sequence(
    // A dNSName, and that it may stand for its own authority.
    sequence(oid(ALTERNATIVE_NAME), octets(sequence(der(0x82, Buffer.from('localhost'))))),
    sequence(oid(CONSTRAINTS), octets(sequence(der(0x01, Buffer.from([0xff]))))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts));
const set = (...parts: readonly Buffer[]): Buffer => der(0x31, Buffer.concat(parts));
const octets = (content: Buffer): Buffer => der(0x04, content);

function oid([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    bytes.push(...digits);
  }
  return der(0x06, Buffer.from(bytes));
}

/** UTCTime: two digits of the year, then month to second. */
const time = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
