import { type Bytes, keyidOf } from '@linkspan/trust';
import type { Signer } from '@linkspan/trust/sign';
import { execa } from 'execa';
import { Refusal } from '../errors.ts';
import type { Environment } from '../store/address.ts';
import { fromBase64, readPublicKeyFile } from './key-files.ts';
import { signByAgent } from './sign-by-agent.ts';

/** What holds a key and signs with it: hardware, an agent, a key service. */
export interface Device {
  /** What people call it. */
  readonly name: string;
  /** The signature over exactly the message by the key with these 32 raw bytes; it is not verified. */
  sign(message: Bytes, key: Bytes): Promise<Bytes>;
}

/** The OpenSSH agent of `SSH_AUTH_SOCK`. Signing rejects as `signByAgent` does. */
export function agentOf({ SSH_AUTH_SOCK: socket }: Environment): Device {
  return { name: 'the OpenSSH agent', sign: (message, key) => signByAgent(socket, { key, message }) };
}

/**
 * A command of the person's own: it gets the bytes on its standard input, and prints the 64 bytes of the signature as they
 * are or in base64. Signing rejects with `command/signer-failed`.
 */
export function programOf(command: string): Device {
  const sign = async (message: Bytes) => {
    const end = await execa(command, {
      ...{ shell: true, input: message, reject: false, encoding: 'buffer' },
      // The last byte of one signature in sixteen is that of a line break.
      stripFinalNewline: false,
    });
    if (!end.failed)
      return end.stdout.length === 64 ? new Uint8Array(end.stdout) : fromBase64(toText(end.stdout));
    const detail = toText(end.stderr).replace(/\s*\n\s*/g, '; ') || `it ended with ${end.exitCode}`;
    throw new Refusal('command/signer-failed', `The signer “${command}” did not sign: ${detail}.`);
  };
  return { name: `the signer “${command}”`, sign };
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim();
}

/**
 * A signer whose key a device holds; its public file is here. Rejects as `readPublicKeyFile` does. Signing rejects as the
 * device does, and with `command/signer-wrong` if the answer is no signature by the key.
 */
export async function createDeviceSigner(file: string, device: Device): Promise<Signer> {
  const { public: key } = await readPublicKeyFile(file);
  const keyid = await keyidOf(key);
  const sign = async (message: Bytes) => {
    const signature = await device.sign(message, key);
    const half = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    if (await crypto.subtle.verify('Ed25519', half, signature, message)) return signature;
    throw new Refusal(
      'command/signer-wrong',
      `What ${device.name} answered is no signature by the key ${keyid}. Check that --public is the key that it holds.`,
    );
  };
  return { keyid, sign };
}
