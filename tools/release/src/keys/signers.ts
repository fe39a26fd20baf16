import { resolve } from 'node:path';
import type { Key } from '@linkspan/trust';
import type { KeyPair, Signer } from '@linkspan/trust/sign';
import { listNewestRoots } from '../documents/root.ts';
import { Refusal, UsageError } from '../errors.ts';
import type { Environment } from '../store/address.ts';
import type { Args, Context, Options } from '../verb.ts';
import { agentOf, createDeviceSigner, type Device, programOf } from './device-signer.ts';
import { assertKeyFile, keyEnding, listKeyFiles, parseKey, readKeyFile, toKeysFolder } from './key-files.ts';

/** The options that say who signs. */
export const signerOptions: Options = {
  key: {
    value: 'FILE',
    isMany: true,
    text: 'sign with this key file; else LINKSPAN_KEY, else the only fitting one of “keys list”',
  },
  'key-env': { value: 'NAME', isMany: true, text: 'sign with the online key in this environment variable' },
  signer: {
    value: 'COMMAND',
    text: 'let this command sign: bytes on its input, the signature or its base64 on its output',
  },
  agent: { text: 'let the OpenSSH agent of SSH_AUTH_SOCK sign' },
  public: { value: 'FILE', text: 'the public key file of --signer or --agent' },
};

/** Someone who is to sign, whose private key nothing has read yet. */
export interface NamedSigner {
  /** Reads the private key. */
  open(): Promise<Signer>;
}

/** Everyone who is named; maybe nobody. Reads public keys alone. Throws `UsageError` and what reading them throws. */
async function findNamedSigners(args: Args, { env, folder }: Context): Promise<readonly NamedSigner[]> {
  const command = args.one('signer');
  const half = args.one('public');
  const ways = Number(command !== undefined) + Number(args.has('agent'));
  if (ways !== Number(half !== undefined))
    throw new UsageError('--public FILE goes with one of --signer COMMAND and --agent, and they with it.');
  const variables = args.all('key-env');
  const isNamed = args.all('key').length + variables.length + ways > 0;
  const files = isNamed || !env.LINKSPAN_KEY ? args.all('key') : [env.LINKSPAN_KEY];
  return Promise.all([
    ...files.map((file) => findKeyFile(resolve(folder, file), env)),
    ...variables.map((name) => ({ open: () => readKeyVariable(name, env) })),
    ...(half
      ? [findDevice(resolve(folder, half), command === undefined ? agentOf(env) : programOf(command))]
      : []),
  ]);
}

async function findKeyFile(file: string, env: Environment): Promise<NamedSigner> {
  await assertKeyFile(file, env);
  return { open: () => readKeyFile(file, env) };
}

async function findDevice(file: string, device: Device): Promise<NamedSigner> {
  const signer = await createDeviceSigner(file, device);
  return { open: async () => signer };
}

/** Everyone who signs; nobody if none is named. Throws what reading their keys throws, and `UsageError`. */
export async function openSigners(args: Args, context: Context): Promise<readonly Signer[]> {
  return open(await findNamedSigners(args, context));
}

/**
 * Everyone who is to sign, if somebody must. If nobody is named, it is the only key of the `only` kind in the keys
 * folder that the roots of this checkout name, else the only one there. Throws what `findNamedSigners` throws, and
 * `command/no-signer`.
 */
export async function findAtLeastOneSigner(
  args: Args,
  context: Context,
  only?: Key['kind'],
): Promise<readonly NamedSigner[]> {
  const signers = await findNamedSigners(args, context);
  if (signers.length > 0) return signers;
  const folder = toKeysFolder(context.env);
  const fitting = (await listKeyFiles(folder)).filter(({ kind, canSign }) => canSign && kind === only);
  const roots = await listNewestRoots(context.folder);
  const ours = fitting.filter(({ keyid }) => roots.some(({ keys }) => keys[keyid] !== undefined));
  const [key, ...others] = ours.length > 0 ? ours : fitting;
  if (key === undefined || others.length > 0)
    throw new Refusal(
      'command/no-signer',
      `Nobody is named who signs this, and there is not exactly one fitting key in ${folder}. Add --key FILE, --key-env NAME, or --agent or --signer COMMAND with --public FILE.`,
    );
  return [await findKeyFile(resolve(folder, key.name + keyEnding), context.env)];
}

/** Opens those that `findAtLeastOneSigner` finds. Throws what it throws, and what reading their keys throws. */
export async function openAtLeastOneSigner(
  args: Args,
  context: Context,
  only?: Key['kind'],
): Promise<readonly Signer[]> {
  return open(await findAtLeastOneSigner(args, context, only));
}

function open(signers: readonly NamedSigner[]): Promise<readonly Signer[]> {
  return Promise.all(signers.map((signer) => signer.open()));
}

async function readKeyVariable(name: string, env: Environment): Promise<KeyPair> {
  const content = env[name];
  if (!content)
    throw new Refusal(
      'command/key-variable',
      `The environment variable ${name} is empty. It should hold the text of a key file.`,
    );
  const pair = await parseKey(content, `The environment variable ${name}`);
  if (pair.key.kind === 'person')
    throw new Refusal(
      'command/person-in-variable',
      `The environment variable ${name} holds a person’s key. A person signs from a key file, by --agent or by --signer; only an online key may be in a variable.`,
    );
  return pair;
}
