import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Bytes, type Key, keyidOf } from '@linkspan/trust';
import type { KeyPair, Signer } from '@linkspan/trust/sign';
import { CommandError, UsageError } from '../errors.ts';
import type { Environment } from '../store/address.ts';
import type { Args, Context, Options } from '../verb.ts';
import {
  fromBase64,
  keyEnding,
  keysFolder,
  listKeyFiles,
  parseKey,
  readKeyFile,
  readPublicKeyFile,
} from './key-files.ts';

/** The options that say who signs. */
export const signerOptions: Options = {
  key: {
    value: 'FILE',
    isMany: true,
    text: 'sign with this key file; else with the only fitting one in .linkspan/keys',
  },
  'key-env': { value: 'NAME', isMany: true, text: 'sign with the online key in this environment variable' },
  signer: { value: 'COMMAND', text: 'let this command sign: bytes on its input, base64 on its output' },
  public: { value: 'FILE', text: 'the public key file of --signer' },
};

/** Everyone who signs; nobody if none is named. Throws what reading their keys throws, and `UsageError`. */
export async function openSigners(args: Args, { env, folder }: Context): Promise<readonly Signer[]> {
  const files = args.all('key').map((file) => readKeyFile(resolve(folder, file)));
  const variables = args.all('key-env').map((name) => readKeyVariable(name, env));
  const command = args.one('signer');
  const file = args.one('public');
  if ((command === undefined) !== (file === undefined))
    throw new UsageError('--signer COMMAND and --public FILE go together.');
  if (command === undefined || file === undefined) return Promise.all([...files, ...variables]);
  const external = openExternalSigner(command, await readPublicKeyFile(resolve(folder, file)));
  return Promise.all([...files, ...variables, external]);
}

/**
 * The same, if somebody must sign. Where nobody is named, the only key of the `only` kind that is here does.
 * Throws `command/no-signer` too.
 */
export async function openAtLeastOneSigner(
  args: Args,
  context: Context,
  only?: Key['kind'],
): Promise<readonly Signer[]> {
  const signers = await openSigners(args, context);
  if (signers.length > 0) return signers;
  const folder = resolve(context.folder, keysFolder);
  const [key, ...others] = (await listKeyFiles(folder)).filter(
    ({ kind, canSign }) => canSign && kind === only,
  );
  if (key === undefined || others.length > 0) throw new CommandError('command/no-signer', {});
  return [await readKeyFile(resolve(folder, key.name + keyEnding))];
}

async function readKeyVariable(name: string, env: Environment): Promise<KeyPair> {
  const content = env[name];
  if (!content) throw new CommandError('command/key-variable', { name });
  const pair = await parseKey(content, `The environment variable ${name}`);
  if (pair.key.kind === 'person') throw new CommandError('command/person-in-variable', { name });
  return pair;
}

/**
 * A signer that is a command of the person's own, such as one of a key store or a hardware key: it gets the bytes on
 * its standard input and returns the signature in base64. Signing rejects with `command/signer-failed`, or with
 * `command/signer-wrong` if the answer is no signature by the key.
 */
async function openExternalSigner(signer: string, key: Key): Promise<Signer> {
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
