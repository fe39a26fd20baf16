import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorTexts } from '@linkspan/contract';
import { parseHostKeys } from '@linkspan/trust';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonOptions } from './args/usage.ts';
import { writeDeployedSite } from './testing/deployed-site.ts';
import { temporaryFolder } from './testing/folders.ts';
import { createCheckout } from './testing/papers/create-checkout.ts';
import { openCi } from './testing/papers/open-ci.ts';
import { openClouds } from './testing/papers/open-clouds.ts';
import { openDesk } from './testing/papers/open-desk.ts';
import {
  blocksOf,
  namedIn,
  readPaper,
  type Step,
  sectionOf,
  stepsOf,
  walk,
} from './testing/papers/read-paper.ts';
import type { Verb } from './verb.ts';
import { verbs } from './verbs/index.ts';

const aWhile = { timeout: 180_000 };

/** Where the guide keeps what is live, once it has come to clouds. */
const inS3 = { LINKSPAN_STORE: 's3://example-wallets?region=eu-central-1' };

describe('the guide “Deploy a remote”', () => {
  const paper = readPaper('guides/deploy-a-remote.md');
  const steps = stepsOf(blocksOf(paper));

  it('does what it says: in a local store, in S3, in Azure and from a CI', aWhile, async () => {
    const folder = await temporaryFolder();
    await createCheckout(folder);
    await using clouds = await openClouds();
    await using desk = await openDesk(folder, clouds.openAway);
    const seen = new Map<string, string>();
    for (const step of steps.filter(({ tags }) => !tags.includes('ci')))
      seen.set(step.heading, await walk(desk, step));
    for (const cloud of ['S3', 'Azure'])
      expect(seen.get(cloud), cloud).toContain('Live of remote-evm: 1.1.1 for 100 %');

    await using ci = await openCi(desk, {
      'vars.LINKSPAN_STORE': inS3.LINKSPAN_STORE,
      'secrets.CI_KEY': await readFile(join(desk.folder, '.linkspan/keys/ci.key.json'), 'utf8'),
      'secrets.AWS_ACCESS_KEY_ID': 'a key',
      'secrets.AWS_SECRET_ACCESS_KEY': 'a secret',
    });
    const [push, sign, ...changes] = steps.filter(({ tags }) => tags.includes('ci')) as [Step, Step, Step];
    await walk(desk, push);
    const pushed = await ci.push('release-remote.yml');
    expect(pushed).toContain('conformance 38 of 38 passed');
    expect(pushed).toContain('Signatures on remote-evm 1.2.0: 1');
    const signed = await walk(desk, sign, { RUN: '1' });
    expect(signed).toContain('It was built again from that commit, with the same bytes.');
    expect(signed).toContain('Live of remote-evm: 1.1.1 for 90 %, 1.2.0 for 10 %');
    const changed = await walk(desk, changes[0] as Step);
    expect(changed.match(/Live of remote-evm: .*/g)).toEqual([
      'Live of remote-evm: 1.2.0 for 100 %',
      'Live of remote-evm: 1.1.1 for 100 %',
      'Live of remote-evm: nothing, it is withdrawn',
    ]);
  });

  it('shows policies of clouds that are JSON', () => {
    const shown = blocksOf(paper).filter(({ kind }) => kind === 'json');
    expect(shown.map(({ tags: [tag] }) => tag)).toEqual(['s3-public', 's3-publisher', 's3-cors']);
    for (const { text } of shown) expect(() => JSON.parse(text)).not.toThrow();
  });
});

it.each([
  'guides/deploy-a-remote.md',
  'guides/deploy-the-host.md',
  'guides/serve-the-page.md',
  'guides/write-a-remote.md',
  'guides/drills.md',
  'reference/formats.md',
  '../SECURITY.md',
])('names no verb and no option that there is not, also in the text of %s', (name) => {
  const optionsOf = (verb?: Verb) => Object.keys({ ...verb?.options, ...commonOptions });
  const every = new Set(verbs.flatMap(optionsOf));
  const wrong = namedIn(readPaper(name)).flatMap((line) => {
    const [word = '', ...rest] = line.replace(/^(npm run )?release -- /, '').split(' ');
    const verb = verbs.find((one) => one.name === word);
    if (verb === undefined && !word.startsWith('--')) return [];
    const known = verb === undefined ? [...every] : optionsOf(verb);
    const asked = [word, ...rest].filter((one) => one.startsWith('--')).map((one) => one.slice(2));
    return asked.filter((option) => !known.includes(option)).map((option) => `${line}: --${option}`);
  });
  expect(wrong).toEqual([]);
});

it('makes the keys of the guide “Deploy the host”, as its configuration names them', aWhile, async () => {
  const blocks = blocksOf(readPaper('guides/deploy-the-host.md'));
  const step = stepsOf(blocks).find(({ tags }) => tags.includes('keys')) as Step;
  const folder = await temporaryFolder();
  await using desk = await openDesk(folder);
  await walk(desk, step);
  const config = JSON.parse(blocks.find(({ tags }) => tags.includes('config'))?.text ?? '');
  const { keyids, threshold } = parseHostKeys(
    JSON.parse(await readFile(join(folder, 'wallets', config.blocklist.keys), 'utf8')),
    'keys',
  ).role;
  expect([keyids.length, threshold]).toEqual([2, 1]);
});

it('seals the page and compares it as the guide “Deploy the host” says', aWhile, async () => {
  const steps = stepsOf(blocksOf(readPaper('guides/deploy-the-host.md')));
  const folder = await temporaryFolder();
  await writeDeployedSite(join(folder, 'site'));
  await using desk = await openDesk(folder);
  for (const tag of ['keys', 'seal', 'verify'])
    await walk(desk, steps.find(({ tags }) => tags.includes(tag)) as Step);
});

describe('the drill', () => {
  const paper = readPaper('guides/drills.md');
  const [setUp] = stepsOf(blocksOf(sectionOf(paper, 'Before each drill')));
  const drills = [...paper.matchAll(/^## (.+)$/gm)]
    .map(([, title = '']) => title)
    .filter((title) => title !== 'Before each drill');

  let begun: string;

  beforeAll(async () => {
    begun = await mkdtemp(join(tmpdir(), 'linkspan-drills-'));
    await createCheckout(begun);
    await using desk = await openDesk(begun);
    await walk(desk, setUp as Step);
  }, aWhile.timeout);

  afterAll(() => rm(begun, { recursive: true, force: true }));

  it.each(drills)('“%s” goes as it says', aWhile, async (title) => {
    const folder = await temporaryFolder();
    await cp(begun, folder, { recursive: true, verbatimSymlinks: true });
    await writeDeployedSite(join(folder, 'site'));
    await using desk = await openDesk(folder);
    const steps = stepsOf(blocksOf(sectionOf(paper, title)));
    expect(steps.length).toBeGreaterThan(1);
    for (const step of steps) await walk(desk, step);
  });

  it('quotes what the page says', () => {
    const quoted = [...paper.matchAll(/^ *> \*\*(.+)\*\* (.+)$/gm)].map(([, title = '', advice = '']) => ({
      title,
      advice,
    }));
    const forms = Object.values(errorTexts).map(({ title, advice }) => ({
      title: toForm(title),
      advice: toForm(advice),
    }));
    const isSaid = (one: { title: string; advice: string }) =>
      forms.some(({ title, advice }) => title.test(one.title) && advice.test(one.advice));
    expect(quoted.filter((one) => !isSaid(one))).toEqual([]);
    expect(quoted).toHaveLength(4);
  });
});

/** What a template can become. */
function toForm(template: string): RegExp {
  const [first = '', ...rest] = template
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${[first, ...rest].join('.+')}$`);
}
