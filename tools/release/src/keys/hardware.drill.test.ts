import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  liveFormat,
  nothingSeen,
  readEnvelope,
  rootFormat,
  verifyFirstRoot,
  verifyLive,
  verifyRootChain,
} from '@linkspan/trust';
import { sealFormat, verifySeal } from '@linkspan/trust/seal';
import { execa } from 'execa';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Place, testNow } from '../testing/command.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { createSealedSite } from '../testing/sealed-site.ts';
import { createSourceTeam } from '../testing/source-team.ts';
import { soundFiles } from '../testing/team.ts';
import { readHostKeys } from './host-keys.ts';

/** Something real that holds keys, in the folder of a test. */
interface Device {
  /** Makes a key of this number, and writes what the device tells of it into a file. */
  make(id: string, file: string): Promise<unknown>;
  /** The option that signs with it, beside `--public`. */
  toOption(id: string): Promise<string>;
  /** Variables of the command. */
  readonly env: Readonly<Record<string, string>>;
}

/** An agent of OpenSSH. */
async function startAgent(): Promise<Device> {
  const folder = await temporaryFolder();
  const env = { SSH_AUTH_SOCK: join(folder, 'agent') };
  const running = execa('ssh-agent', ['-D', '-a', env.SSH_AUTH_SOCK], { reject: false });
  onTestFinished(async () => {
    running.kill();
    await running;
  });
  // It prints its address once it listens.
  await new Promise((listens) => running.stdout.once('data', listens));
  return {
    env,
    async make(id, file) {
      const key = join(folder, id);
      await execa('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', `key ${id}`, '-f', key]);
      await execa('ssh-add', ['-q', key], { env });
      const { stdout } = await execa('ssh-add', ['-L'], { env });
      await writeFile(file, `${stdout.split('\n').find((line) => line.endsWith(`key ${id}`))}\n`);
    },
    toOption: async () => '--agent',
  };
}

const module = '/usr/lib/softhsm/libsofthsm2.so';

/** A token of SoftHSM 2, which is used by the very lines of the guide. */
async function openToken(): Promise<Device> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'tokens'));
  const config = join(folder, 'softhsm2.conf');
  await writeFile(config, `directories.tokendir = ${folder}/tokens\n`);
  const env = { SOFTHSM2_CONF: config, PIN: '4711' };
  const pins = ['--pin', env.PIN, '--so-pin', env.PIN];
  await execa('softhsm2-util', ['--init-token', '--free', '--label', 'bob', ...pins], { env });
  const guide = await readFile(resolve(import.meta.dirname, '../../../../docs/release.md'), 'utf8');
  const [generate = '', tell = ''] = guide.match(/^pkcs11-tool .*$/gm) ?? [];
  const [, sign = ''] = /--signer "(pkcs11-tool [^"]*)"/.exec(guide) ?? [];
  const of = (line: string, id: string) => line.replace('--id 01', `--id ${id}`);
  const run = (line: string) => execa(line, { env, shell: true });
  return {
    env: {},
    async make(id, file) {
      await run(of(generate, id));
      await run(of(tell, id).replace('bob.pub', file));
    },
    async toOption(id) {
      const signer = join(folder, `sign-${id}`);
      const variables = Object.entries(env).map(([name, value]) => `export ${name}=${value}\n`);
      await writeFile(signer, `#!/bin/sh\n${variables.join('')}${of(sign, id)}\n`, { mode: 0o755 });
      return `--signer ${signer}`;
    },
  };
}

/** A device's new key in a place, under a name: its public file, its id, and how it signs. */
async function hold(device: Device, place: Place, name: string, kind: 'person' | 'online') {
  const id = kind === 'person' ? '01' : '02';
  const given = join(place.folder, `${name}.given`);
  await device.make(id, given);
  const { keyid, public: half } = await place.done<{ keyid: string; public: string }>(
    `keys import ${name} ${given} --kind ${kind}`,
  );
  return { keyid, half, by: `${await device.toOption(id)} --public ${half}` };
}

beforeEach(async ({ skip }) => {
  const programs = ['ssh-agent', 'ssh-add', 'ssh-keygen', 'softhsm2-util', 'pkcs11-tool'];
  const needs = [
    ...programs.map((name) => [name, execa('which', [name])] as const),
    [module, access(module)] as const,
  ];
  const found = await Promise.allSettled(needs.map(([, there]) => there));
  const missing = needs.flatMap(([name], at) => (found[at]?.status === 'rejected' ? [name] : []));
  if (missing.length > 0) skip(`not installed: ${missing.join(', ')}`);
});

it('a team changes to keys in an agent and a token: pages take its root, its release and its live documents', async () => {
  const team = await createSourceTeam();
  const { done, store, remote } = team;
  const read = async (path: string) => new Uint8Array((await store.read(`${remote}/${path}`))?.bytes ?? []);
  const [agent, token] = [await startAgent(), await openToken()];
  const ann = await hold(agent, team, 'agent-ann', 'person');
  const bob = await hold(token, team, 'token-bob', 'person');
  const machines = [
    await hold(agent, team, 'agent-ci', 'online'),
    await hold(token, team, 'token-ci', 'online'),
  ];
  const context = { ...team.context, env: agent.env };

  const people = [ann, bob].map(({ half }) => `--root ${half} --release ${half}`).join(' ');
  const online = machines.map(({ half }) => `--live ${half}`).join(' ');
  await done(`root change ${remote} ${people} ${online} ${team.by('ann', 'bob')}`);
  const file = `.linkspan/roots/${remote}-2.json`;
  await done(`sign ${file} ${ann.by}`, context);
  expect(await team.refused(`root publish ${file}`)).toContain('release/root-unsigned');
  await done(`sign ${file} ${bob.by}`);
  await done(`root publish ${file}`);
  const first = await verifyFirstRoot(await read('root/1.json'), remote);
  const root = await verifyRootChain(first, [await read('root/2.json')]);
  const signed = readEnvelope(rootFormat, await read('root/2.json'), remote).signatures;
  expect(signed.map(({ keyid }) => keyid)).toEqual(expect.arrayContaining([ann.keyid, bob.keyid]));

  await team.commit('1.0.0', soundFiles);
  await done(`build ${remote}`, context);
  await done(`sign ${remote} ${ann.by}`, context);
  expect(await done(`sign ${remote} --rebuild ${bob.by}`, context)).toMatchObject({ isRebuilt: true });
  await done(`publish ${remote} --unchecked`);
  for (const [at, { keyid, by }] of machines.entries()) {
    await done(`${at === 0 ? `promote ${remote} 1.0.0` : `refresh ${remote}`} ${by}`, context);
    const envelope = await read('live.json');
    const live = await verifyLive({ root, seen: nothingSeen, envelope, now: testNow });
    expect(live.releases).toMatchObject([{ share: 100, manifest: { version: '1.0.0' } }]);
    expect(readEnvelope(liveFormat, envelope, remote).signatures).toMatchObject([{ keyid }]);
  }
});

it('a host’s team seals its page with a key in an agent, and with one in a token', async () => {
  const site = await createSealedSite({ isSealed: false });
  const { folder, done, served } = site;
  const [agent, token] = [await startAgent(), await openToken()];
  const keys = [
    await hold(agent, site, 'agent-dora', 'person'),
    await hold(token, site, 'token-erik', 'person'),
  ];
  await done(`seal keys ${keys.map(({ half }) => `--key ${half}`).join(' ')} --out devices.json`);
  const hostKeys = await readHostKeys(join(folder, 'devices.json'));
  for (const { keyid, by } of keys) {
    const line = `seal site --origin ${served.origin} --host-keys devices.json ${by}`;
    const { file } = await done<{ file: string }>(line, { env: agent.env });
    const envelope = new Uint8Array(await readFile(file));
    await verifySeal({ hostKeys, envelope, origin: served.origin, seen: 0, now: testNow });
    expect(readEnvelope(sealFormat, envelope, served.origin).signatures).toMatchObject([{ keyid }]);
  }
});

it('a signer that the device refuses says why', async () => {
  const team = await createSourceTeam();
  const [agent, token] = [await startAgent(), await openToken()];
  const [ann, bob] = [
    await hold(agent, team, 'agent-ann', 'person'),
    await hold(token, team, 'token-bob', 'person'),
  ];
  const file = `.linkspan/roots/${team.remote}-1.json`;
  await execa('ssh-add', ['-D', '-q'], { env: agent.env });
  expect(await team.refused(`sign ${file} ${ann.by}`, { env: agent.env })).toContain(
    'did not sign. “ssh-add -L”',
  );
  const signer = bob.by.split(' ')[1] ?? '';
  await writeFile(signer, (await readFile(signer, 'utf8')).replace('PIN=4711', 'PIN=1147'));
  expect(await team.refused(`sign ${file} ${bob.by}`)).toContain('CKR_PIN_INCORRECT');
});
