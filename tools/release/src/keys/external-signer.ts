import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Bytes, type Key, keyidOf } from '@linkspan/trust';
import type { Signer } from '@linkspan/trust/sign';
import { CommandError } from '../command-error.ts';
import { fromBase64 } from './parse-key.ts';

/**
 * A signer that is a command of the person's own, such as one of a key store or a hardware key: it gets the bytes on
 * its standard input and answers the signature in base64. Signing rejects with `command/signer-failed`, or with
 * `command/signer-wrong` where the answer is no signature by the key.
 */
export async function openExternalSigner(signer: string, key: Key): Promise<Signer> {
  const keyid = await keyidOf(key.public);
  return {
    keyid,
    async sign(message) {
      const signature = fromBase64(await run(signer, message));
      if (!(await isBy(key, signature, message)))
        throw new CommandError('command/signer-wrong', { signer, keyid });
      return signature;
    },
  };
}

async function run(signer: string, message: Bytes): Promise<string> {
  const child = spawn(signer, { shell: true, stdio: ['pipe', 'pipe', 'pipe'] });
  // One that ends without reading is judged by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(message);
  const [answer, complaint, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (exitCode === 0) return answer.trim();
  throw new CommandError('command/signer-failed', {
    signer,
    detail: complaint.trim().split('\n').at(-1) || `it ended with ${exitCode}`,
  });
}

async function isBy(key: Key, signature: Bytes, message: Bytes): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key.public, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature, message);
}
