import { createPublicKey } from 'node:crypto';
import { type Bytes, isOfSmallOrder } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { sshType, toSshTyped } from './ssh-encoding.ts';

/**
 * The 32 raw bytes of a device's Ed25519 public key, from what `ssh-add -L` prints (one line of OpenSSH), or a
 * SubjectPublicKeyInfo (RFC 8410) in PEM or DER. `place` names it for people. Throws `command/key-private` for a private key,
 * `command/key-several`, `command/key-not-ed25519`, `command/key-unsafe` for one of small order, and
 * `command/key-malformed`.
 */
export function parseDeviceKey(content: Bytes, place: string): Bytes {
  const text = Buffer.from(content).toString('latin1').trim();
  if (isPrivate(content, text))
    throw new Refusal(
      'command/key-private',
      `${place} holds a private key, and nothing of it was kept. Leave that where it is, and import the public half: “ssh-keygen -y -f FILE” prints it.`,
    );
  const raw = /^[\w@.-]+ AAAA/.test(text) ? parseLine(text, place) : parseInfo(toDer(content, text), place);
  if (!isOfSmallOrder(Buffer.from(raw).toString('hex'))) return raw;
  throw new Refusal(
    'command/key-unsafe',
    `${place} is a key under which anybody can sign. No device makes such a key: find out where it is from.`,
  );
}

/** PKCS #8 with Ed25519 in DER too, which has no words. */
function isPrivate(content: Bytes, text: string): boolean {
  const isPkcs8 = Buffer.from(content).toString('hex').includes('06032b657004220420');
  return isPkcs8 || /PRIVATE KEY|"private"|^PuTTY-User-Key/.test(text);
}

/** The form of OpenSSH: the type, and in base64 the type and the key, each with its length (RFC 8709, section 4). */
function parseLine(text: string, place: string): Bytes {
  const [line = '', ...others] = text.split(/\r?\n/);
  if (others.length > 0)
    throw new Refusal(
      'command/key-several',
      `${place} has several lines, and a key is one. Leave the line of the key that you mean: “ssh-add -L | grep COMMENT”.`,
    );
  const [type = '', base64 = ''] = line.split(/\s+/);
  if (type !== sshType) throw toOtherKind(place, type);
  const blob = Buffer.from(base64, 'base64');
  const raw = new Uint8Array(blob.subarray(-32));
  if (toSshTyped(raw).equals(blob)) return raw;
  throw toMalformed(place);
}

/** PEM's base64 as bytes; what is no PEM is taken for DER. */
function toDer(content: Bytes, text: string): Buffer {
  const [, body] = /^-----BEGIN PUBLIC KEY-----([\w+/=\s]+)-----END PUBLIC KEY-----$/.exec(text) ?? [];
  return body === undefined ? Buffer.from(content) : Buffer.from(body, 'base64');
}

function parseInfo(der: Buffer, place: string): Bytes {
  const raw = new Uint8Array(der.subarray(-32));
  if (der.equals(Buffer.concat([infoHead, raw]))) return raw;
  let type: string | undefined;
  try {
    type = createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType;
  } catch (cause) {
    throw toMalformed(place, { cause });
  }
  throw type === 'ed25519' ? toMalformed(place) : toOtherKind(place, `${type}`);
}

/** What is before the 32 bytes in a SubjectPublicKeyInfo of Ed25519, always the same in DER (RFC 8410, section 4). */
const infoHead = Buffer.from('302a300506032b6570032100', 'hex');

function toOtherKind(place: string, type: string): Refusal {
  const why = type.startsWith('sk-')
    ? 'FIDO keys sign other bytes than those they are given'
    : 'pages verify Ed25519 alone';
  return new Refusal(
    'command/key-not-ed25519',
    `${place} is a key of the kind ${type}, and ${why}. Make an Ed25519 key on a device that has it.`,
  );
}

function toMalformed(place: string, options?: { readonly cause: unknown }): Refusal {
  return new Refusal(
    'command/key-malformed',
    `${place} is no public key. It should be one line of “ssh-add -L”, or a SubjectPublicKeyInfo in PEM or DER, as “pkcs11-tool --read-object --type pubkey” and key services give it.`,
    options,
  );
}
