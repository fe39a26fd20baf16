import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Bytes } from '@linkspan/trust';
import { Command } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addVerb } from '../run-command.ts';
import { createPlace } from '../testing/command.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { createTeam } from '../testing/team.ts';
import type { Args, Context } from '../verb.ts';
import { readKeyFile, toKeysFolder } from './key-files.ts';
import { openAtLeastOneSigner, openSigners, signerOptions } from './signers.ts';
import { toSshString, toSshTyped } from './ssh-encoding.ts';

function parse(argv: readonly string[]): Args {
  const parsed: Args[] = [];
  const program = new Command();
  const verb = { name: 'sign', summary: '', options: signerOptions, run: () => Promise.reject() };
  addVerb(program, verb, async (_, args) => void parsed.push(args));
  program.parse(['sign', ...argv], { from: 'user' });
  return parsed[0] as Args;
}

const toContext = (folder: string) =>
  ({ env: { XDG_CONFIG_HOME: join(folder, '.config') } as Context['env'], folder }) as Context;

/** A place with a key of each kind, in which signers are opened. */
async function createKeys() {
  const { folder, done } = await createPlace();
  const person = await done<{ file: string; public: string; keyid: string }>('keys make ann --kind person');
  const online = await done<{ file: string; keyid: string }>('keys make ci --kind online');
  const open = (args: readonly string[], env: Context['env'] = {}) =>
    openSigners(parse(args), { env, folder } as Context);
  return { folder, done, person, online, open };
}

describe('the signer where nobody is named', () => {
  it('is the only key here of the kind that is wanted', async () => {
    const { folder, person, online } = await createKeys();
    const open = (kind?: 'person' | 'online') => openAtLeastOneSigner(parse([]), toContext(folder), kind);
    expect(await open('person')).toMatchObject([{ keyid: person.keyid }]);
    expect(await open('online')).toMatchObject([{ keyid: online.keyid }]);
    await expect(open()).rejects.toMatchObject({ code: 'command/no-signer' });
  });

  it('is the one that a root of the checkout names, among those of other projects', async () => {
    const { folder, done, keyids } = await createTeam();
    await done('keys make other --kind online');
    const signers = await openAtLeastOneSigner(parse([]), toContext(folder), 'online');
    expect(signers).toMatchObject([{ keyid: keyids.ci }]);
  });

  it('is no key in a checkout, even if it is named', async () => {
    const { folder, person } = await createKeys();
    await mkdir(join(folder, '.linkspan/keys'), { recursive: true });
    const file = join(folder, '.linkspan/keys/ann.key.json');
    await rename(person.file, file);
    const signers = openAtLeastOneSigner(parse(['--key', file]), toContext(folder), 'person');
    await expect(signers).rejects.toMatchObject({ code: 'command/key-in-checkout' });
  });

  it('is the key file that LINKSPAN_KEY names, unless another is named', async () => {
    const { person, online, open } = await createKeys();
    const env = { LINKSPAN_KEY: online.file };
    expect(await open([], env)).toMatchObject([{ keyid: online.keyid }]);
    expect(await open(['--key', person.file], env)).toMatchObject([{ keyid: person.keyid }]);
  });

  it('is nobody where several could be meant, or where its private half is elsewhere', async () => {
    const { folder, done } = await createKeys();
    const open = (kind: 'person' | 'online') => openAtLeastOneSigner(parse([]), toContext(folder), kind);
    await done('keys make bob --kind person');
    await rm(join(folder, '.config/linkspan/keys/ci.key.json'));
    for (const kind of ['person', 'online'] as const)
      await expect(open(kind)).rejects.toMatchObject({ code: 'command/no-signer' });
  });
});

describe('the folder of keys', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/etc/ann', HOME: '/home/ann' }, '/etc/ann/linkspan/keys'],
    [{ XDG_CONFIG_HOME: 'ann', HOME: '/home/ann' }, '/home/ann/.config/linkspan/keys'],
    [{ XDG_CONFIG_HOME: '', HOME: '/home/ann' }, '/home/ann/.config/linkspan/keys'],
    [{ USERPROFILE: '/users/ann' }, '/users/ann/.config/linkspan/keys'],
  ])('is that of the XDG Base Directory Specification: %j', (env, folder) => {
    expect(toKeysFolder(env)).toBe(folder);
  });
});

const message = new TextEncoder().encode('what is signed');

describe('a signer', () => {
  it('is a key file, unless others can read it', async () => {
    const { person, open } = await createKeys();
    const [signer] = await open(['--key', person.file]);
    expect(signer?.keyid).toBe(person.keyid);
    expect(await signer?.sign(message)).toHaveLength(64);
    await chmod(person.file, 0o640);
    await expect(open(['--key', person.file])).rejects.toMatchObject({ code: 'command/key-open' });
  });

  it('is an online key in an environment variable, and no person’s key', async () => {
    const { person, online, open } = await createKeys();
    const openVariable = async (file: string) =>
      open(['--key-env', 'CI_KEY'], { CI_KEY: await readFile(file, 'utf8') });
    expect(await openVariable(online.file)).toMatchObject([{ keyid: online.keyid }]);
    await expect(openVariable(person.file)).rejects.toMatchObject({ code: 'command/person-in-variable' });
  });

  it.each([
    ['--key-env', 'command/key-variable'],
    ['--key', 'command/key-missing'],
  ])('of %s that is not there is refused', async (option, code) => {
    const { open } = await createKeys();
    await expect(open([option, 'NOTHING'])).rejects.toMatchObject({ code });
  });

  it('is a command that gets the bytes and answers the signature, by no other key', async () => {
    const { folder, person, online, open } = await createKeys();
    const program = join(folder, 'sign.mjs');
    const [signer] = await open(['--signer', `node ${program}`, '--public', person.public]);
    await writeSigner(program, person.file);
    expect(await signer?.sign(message)).toHaveLength(64);
    await writeSigner(program, online.file);
    await expect(signer?.sign(message)).rejects.toMatchObject({ code: 'command/signer-wrong' });
  });

  it('may answer the 64 bytes as they are, also if the last is that of a line break', async () => {
    const { folder, person, open } = await createKeys();
    const program = join(folder, 'sign.mjs');
    await writeSigner(program, person.file, '');
    const [own] = await open(['--key', person.file]);
    const [signer] = await open(['--signer', `node ${program}`, '--public', person.public]);
    let told = message;
    while ((await own?.sign(told))?.at(-1) !== 10) told = new Uint8Array([...told, 0]);
    expect(await signer?.sign(told)).toEqual(await own?.sign(told));
  });

  it('that fails says why', async () => {
    const { person, open } = await createKeys();
    const [signer] = await open([
      '--signer',
      'echo slot 1 >&2; echo no card >&2; exit 3',
      '--public',
      person.public,
    ]);
    await expect(signer?.sign(message)).rejects.toMatchObject({
      ...{ code: 'command/signer-failed', message: expect.stringContaining(': slot 1; no card.') },
    });
  });
});

describe('an OpenSSH agent', () => {
  it('signs exactly the message, and is asked for no other form', async () => {
    const { person, open } = await createKeys();
    const { env, requests } = await startAgent(person.file, (signature) => [toSshTyped(signature)]);
    const [signer] = await open(['--agent', '--public', person.public], env);
    expect(signer?.keyid).toBe(person.keyid);
    expect(await signer?.sign(message)).toHaveLength(64);
    expect(requests[0]?.subarray(-4 - message.length)).toEqual(Buffer.from([...message, 0, 0, 0, 0]));
  });

  it.each([
    ['says that it does not', undefined, 'command/signer-failed'],
    [
      'signs in another form',
      (signature: Bytes) => [toSshTyped(signature), Buffer.of(1)],
      'command/signer-failed',
    ],
    ['signs something else', () => [toSshTyped(new Uint8Array(64))], 'command/signer-wrong'],
  ])('that %s is refused', async (_, answer, code) => {
    const { person, open } = await createKeys();
    const { env } = await startAgent(person.file, answer);
    const [signer] = await open(['--agent', '--public', person.public], env);
    await expect(signer?.sign(message)).rejects.toMatchObject({ code });
  });

  it('that is not there is missed when it should sign', async () => {
    const { folder, person, open } = await createKeys();
    for (const env of [{}, { SSH_AUTH_SOCK: join(folder, 'gone') }]) {
      const [signer] = await open(['--agent', '--public', person.public], env);
      await expect(signer?.sign(message)).rejects.toMatchObject({ code: 'command/no-agent' });
    }
    await expect(open(['--agent'])).rejects.toThrow('--public FILE');
    await expect(open(['--agent', '--signer', 'x', '--public', person.public])).rejects.toThrow('--public');
  });
});

/** An agent that answers a request with this about its signature in two pieces, or with its failure. */
async function startAgent(keyFile: string, toAnswer?: (signature: Bytes) => readonly Uint8Array[]) {
  const pair = await readKeyFile(keyFile, {});
  const requests: Buffer[] = [];
  const server = createServer((connection) =>
    connection.on('data', async (request) => {
      requests.push(request);
      const signature = await pair.sign(message);
      const body = toAnswer ? [Buffer.of(14), toSshString(...toAnswer(signature))] : [Buffer.of(5)];
      const answer = toSshString(...body);
      connection.write(answer.subarray(0, 3), () => connection.write(answer.subarray(3)));
    }),
  );
  const socket = join(await temporaryFolder(), 'agent');
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
  return { env: { SSH_AUTH_SOCK: socket }, requests };
}

/** An external signer of the test's own. */
async function writeSigner(program: string, keyFile: string, encoded = ".toString('base64')"): Promise<void> {
  await writeFile(
    program,
    `import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
const { private: held } = JSON.parse(readFileSync(${JSON.stringify(keyFile)}, 'utf8'));
const key = createPrivateKey({ key: Buffer.from(held, 'base64'), format: 'der', type: 'pkcs8' });
process.stdout.write(sign(null, readFileSync(0), key)${encoded});
`,
  );
}
