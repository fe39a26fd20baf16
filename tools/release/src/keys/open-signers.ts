import { resolve } from 'node:path';
import type { Key } from '@linkspan/trust';
import type { KeyPair, Signer } from '@linkspan/trust/sign';
import type { Asked } from '../ask/asked.ts';
import { CommandError, UsageError } from '../command-error.ts';
import type { Means } from '../means.ts';
import type { Environment } from '../store/address.ts';
import type { Options } from '../verb.ts';
import { openExternalSigner } from './external-signer.ts';
import { keyEnding, readKeyFile, readPublicKeyFile } from './key-file.ts';
import { keysFolder, listKeyFiles } from './list-key-files.ts';
import { parseKey } from './parse-key.ts';

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

/** Everyone who signs; nobody where none is named. Throws what reading their keys throws, and `UsageError`. */
export async function openSigners(asked: Asked, { env, folder }: Means): Promise<readonly Signer[]> {
  const files = asked.all('key').map((file) => readKeyFile(resolve(folder, file)));
  const variables = asked.all('key-env').map((name) => readKeyVariable(name, env));
  const command = asked.one('signer');
  const file = asked.one('public');
  if ((command === undefined) !== (file === undefined))
    throw new UsageError('--signer COMMAND and --public FILE go together.');
  if (command === undefined || file === undefined) return Promise.all([...files, ...variables]);
  const external = openExternalSigner(command, await readPublicKeyFile(resolve(folder, file)));
  return Promise.all([...files, ...variables, external]);
}

/**
 * The same, where somebody must sign. Where nobody is named, the only key of the `only` kind that is here does.
 * Throws `command/no-signer` too.
 */
export async function openAtLeastOneSigner(
  asked: Asked,
  means: Means,
  only?: Key['kind'],
): Promise<readonly Signer[]> {
  const signers = await openSigners(asked, means);
  if (signers.length > 0) return signers;
  const folder = resolve(means.folder, keysFolder);
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
