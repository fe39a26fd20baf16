import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { der } from './der.ts';

/** What a server of this machine shows to be trusted; new for every run, and valid for a day. */
export interface Certificate {
  /** PEM, PKCS #8. */
  readonly key: string;
  /** PEM, X.509. */
  readonly cert: string;
  /** SHA-256 of its public key in base64, as Chromium's `--ignore-certificate-errors-spki-list` takes it. */
  readonly print: string;
}

const ecdsaWithSha256 = der.sequence(der.id('1.2.840.10045.4.3.2'));
const commonName = der.id('2.5.4.3');
const basicConstraints = der.id('2.5.29.19');
const subjectAltName = der.id('2.5.29.17');

const hourMs = 3_600_000;

/** Makes a key of P-256 and a certificate for localhost that it signs itself (RFC 5280, 4.1). */
export function makeCertificate(now = new Date()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const signed = toSigned(spki, now);
  const signature = sign('sha256', signed, privateKey);
  const whole = der.sequence(signed, ecdsaWithSha256, der.bits(signature));
  return {
    key: `${privateKey.export({ type: 'pkcs8', format: 'pem' })}`,
    cert: toPem(whole),
    print: createHash('sha256').update(spki).digest('base64'),
  };
}

/** The part that is signed. */
function toSigned(spki: Buffer, now: Date): Buffer {
  const name = der.sequence(der.set(der.sequence(commonName, der.text('localhost'))));
  const from = new Date(now.getTime() - hourMs);
  const until = new Date(now.getTime() + 24 * hourMs);
  const version = der.tagged(0, der.integer(Buffer.of(2)));
  // Its first byte is neither 0 nor such that the number would be negative.
  const serial = der.integer(Buffer.concat([Buffer.of(0x40), randomBytes(15)]));
  const validity = der.sequence(der.time(from), der.time(until));
  return der.sequence(version, serial, ecdsaWithSha256, name, validity, name, spki, toExtensions());
}

/** That it may vouch for itself, and for whom: localhost by its name and its address. */
function toExtensions(): Buffer {
  const isAuthority = der.octets(der.sequence(der.true()));
  const names = der.octets(
    der.sequence(der.name(2, Buffer.from('localhost')), der.name(7, Buffer.of(127, 0, 0, 1))),
  );
  return der.tagged(
    3,
    der.sequence(
      der.sequence(basicConstraints, der.true(), isAuthority),
      der.sequence(subjectAltName, names),
    ),
  );
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
