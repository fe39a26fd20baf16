import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readAddresses } from '../addresses.ts';
import { practiceConfig, readDocuments } from './config.ts';

it('the configuration names the newest root of each remote, wherever it is copied to', async () => {
  const store = await mkdtemp(join(tmpdir(), 'linkspan-documents-'));
  onTestFinished(() => rm(store, { recursive: true }));
  for (const file of ['root/9.json', 'root/10.json', 'live.json']) {
    await mkdir(join(store, 'remote-near/root'), { recursive: true });
    await writeFile(join(store, 'remote-near', file), '{}');
  }
  await mkdir(join(store, '.linkspan'));
  await writeFile(join(store, 'policy.json'), '{}');

  const { families } = practiceConfig(readAddresses({}), await readDocuments(store));
  const [evm, , near] = families.map(({ remote }) => remote);
  expect(near).toMatchObject({
    root: join(store, 'remote-near/root/10.json'),
    live: join(store, 'remote-near/live.json'),
  });
  expect(evm).not.toHaveProperty('root');
});

it('marks every practice network as a test', () => {
  const networks = practiceConfig(readAddresses({})).families.flatMap((family) => family.networks);
  expect(networks.filter(({ isTest }) => !isTest)).toEqual([]);
});

it('the configuration for development names no documents', () => {
  for (const { remote } of practiceConfig(readAddresses({})).families) {
    expect(remote).not.toHaveProperty('root');
    expect(remote).not.toHaveProperty('live');
  }
});
