import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Program } from '../run-program.ts';
import type { PageSource } from '../site/deploy-page.ts';
import { createSourceTeam } from '../testing/source-team.ts';
import { soundFiles } from '../testing/team.ts';
import type { Context } from '../verb.ts';
import { toTestPage } from './dev.ts';

const toFamily = (id: string, ...networks: readonly (string | readonly [string, ...string[]])[]) => ({
  id,
  remote: { name: `remote-${id}` },
  networks: networks.map((one) =>
    typeof one === 'string' ? { id: one, rpc: ['https://rpc.example/'] } : { id: one[0], rpc: one.slice(1) },
  ),
});
const local = 'http://localhost:8545';

describe('toTestPage', () => {
  const main = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
  it.each<[kept: 0 | 1, id: string, ...rpc: string[]]>([
    [1, 'eip155:11155111', 'https://rpc.example/'],
    [1, 'eip155:31337', 'https://rpc.example/'],
    [1, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'https://rpc.example/'],
    [1, 'tron:0xcd8690dc', 'https://rpc.example/'],
    ...['eip155:1', 'eip155:8453', 'near:mainnet', main, 'tron:0x2b6653dc'].flatMap(
      (id): [0, string, string][] => [
        [0, id, 'https://rpc.example/'],
        [0, id, local],
      ],
    ),
    [1, 'near:sandbox', local],
    [1, 'near:sandbox', 'http://localhost'],
    [1, 'near:sandbox', 'http://127.0.0.1:3030/one'],
    [1, 'near:sandbox', 'https://[::1]/'],
    [0, 'near:sandbox', 'https://rpc.example/'],
    [0, 'near:sandbox', 'http://localhost.example/'],
    [0, 'near:sandbox', 'http://localhost:1@rpc.example/'],
    [0, 'near:sandbox', 'http://127.0.0.1.example/'],
    [0, 'near:sandbox', 'localhost:8545'],
    [0, 'near:sandbox', local, 'https://rpc.example/'],
  ])('keeps networks for tests alone: %i of %s at %s', (kept, id, ...rpc) => {
    const page = { families: [toFamily('evm', 'near:testnet', [id, ...rpc])] };
    const [family] = toTestPage(page, 'remote-evm', 'c.json').families;
    expect(family?.networks).toHaveLength(1 + kept);
  });

  it('removes families without a network, and these from identities', () => {
    const page: PageSource & { readonly title: string } = {
      title: 'Wallets',
      families: [
        toFamily('evm', 'eip155:1', 'eip155:11155111'),
        toFamily('solana', main),
        toFamily('near', 'near:mainnet'),
      ],
      identities: [{ families: ['evm', 'solana'] }, { families: ['solana', 'near'] }],
    };
    expect(toTestPage(page, 'remote-evm', 'c.json')).toEqual({
      title: 'Wallets',
      families: [toFamily('evm', 'eip155:11155111')],
      identities: [{ families: ['evm'] }],
    });
  });

  it('keeps a remote whose release comes with a package', () => {
    const near = { ...toFamily('near', 'near:testnet'), remote: { package: '@linkspan/remote-near' } };
    const page = { families: [toFamily('evm', 'eip155:11155111'), near] };
    expect(toTestPage(page, 'remote-evm', 'c.json')).toEqual(page);
  });

  it.each([
    ['remote-evm', 'command/no-test-network'],
    ['remote-solana', 'command/no-family'],
  ])('refuses %s: %s', (remote, code) => {
    const page = { families: [toFamily('evm', 'eip155:1'), toFamily('near', 'near:testnet')] };
    expect(() => toTestPage(page, remote, 'c.json')).toThrow(expect.objectContaining({ code }));
  });
});

const subject = `import { writeFile } from 'node:fs/promises';
const note = (text) => writeFile(new URL('./chain.txt', import.meta.url), text);
export default {
  family: { id: 'evm', title: 'Ethereum', namespace: 'eip155', networks: [{ id: 'eip155:31337', title: 'One' }] },
  async startChain() {
    await note('runs');
    return { rpc: ['http://localhost:8545'], close: () => note('ended') };
  },
  wallet: new URL('./wallet.js', import.meta.url),
  recipient: '0x1',
};`;

/** A remote with a practice wallet and chain, whose build and page are not real. */
async function createDeveloper() {
  const team = await createSourceTeam();
  const { folder, remote, commit } = team;
  const from = join(folder, remote);
  await commit('1.0.0', soundFiles);
  for (const name of ['src', 'practice']) await mkdir(join(from, name));
  await writeFile(join(from, 'src/chain.ts'), '');
  const writeSubject = (content: string) => writeFile(join(from, 'practice/subject.js'), content);
  await writeSubject(subject);
  await writeFile(join(from, 'practice/wallet.js'), 'export const announce = () => 1;');
  await writeFile(join(from, 'practice/package.json'), '{"type":"module"}');
  const installed = join(folder, 'node_modules/@linkspan/host');
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, 'package.json'), '{"exports":{"./deploy":"./deploy.js"}}');
  await writeFile(join(installed, 'deploy.js'), '');
  const pages: { readonly families: readonly [{ readonly remote: { readonly live: string } }] }[] = [];
  const run = async (program: Program) => {
    const [command, file = '', site = ''] = program.args;
    if (command !== join(installed, 'deploy.js')) return team.context.run(program);
    pages.push(JSON.parse(await readFile(file, 'utf8')));
    await mkdir(join(site, '.headers'), { recursive: true });
    await writeFile(join(site, '.headers/headers.json'), '{}');
    await writeFile(join(site, '.headers/paths.json'), '[]');
    return '';
  };
  return {
    ...team,
    from,
    pages,
    writeSubject,
    dev: (options = '', context: Partial<Context> = {}) =>
      team.run(`dev ${remote} --port 0 ${options}`, { run, ...context }),
    readChain: () => readFile(join(from, 'practice/chain.txt'), 'utf8').catch(() => 'never ran'),
  };
}

describe('linkspan dev', () => {
  it('shows a remote on its practice chain until the person ends it', async () => {
    const { dev, pages, readChain, folder, from } = await createDeveloper();
    const shown = { chain: '' };
    const interrupted = async () => {
      shown.chain = await readChain();
    };
    const { exitCode, said, complaint } = await dev('', { interrupted });
    expect([exitCode, complaint, shown.chain]).toEqual([0, '', 'runs']);
    expect(said).toMatch(/^remote-evm is in the page at http:\/\/localhost:\d+\//);
    expect(pages).toMatchObject([
      {
        preview: 'In development: remote-evm, from this machine. Test networks only.',
        families: [{ remote: { name: 'remote-evm', url: '/staged/remote-evm/' } }],
        practice: { module: '/practice/wallets.js' },
      },
    ]);
    expect(await readFile(join(folder, '.linkspan/dev/site/practice/wallets.js'))).toEqual(
      await readFile(join(from, 'practice/wallet.js')),
    );
    expect(await readChain()).toBe('ended');
  });

  it('builds again after an edit, and tells what does not build', async () => {
    const { dev, pages, from } = await createDeveloper();
    const told: string[] = [];
    const edits: Promise<void>[] = [];
    const person = { end: () => {} };
    const edit = async () => {
      if (told.length > 1) await writeFile(join(from, 'source/discovery.js'), 'import "elsewhere";');
      await appendFile(join(from, 'src/chain.ts'), '\n');
    };
    const { exitCode } = await dev('', {
      say(text) {
        told.push(text);
        edits.push(edit());
      },
      complain(text) {
        told.push(text);
        person.end();
      },
      interrupted: () => new Promise<void>((end) => Object.assign(person, { end })),
    });
    await Promise.all(edits);
    expect(exitCode).toBe(0);
    expect(told[1]).toMatch(/^Built again in \d+\.\d s/);
    expect(told.find((text) => text.includes('elsewhere'))).toContain('discovery.js');
    expect(pages.length).toBeGreaterThan(1);
  });

  it('shows a remote in a page, beside the families that have a test network', async () => {
    const { dev, pages, folder, readChain } = await createDeveloper();
    const families = [toFamily('evm', 'eip155:1', 'eip155:31337'), toFamily('near', 'near:testnet')];
    await writeFile(join(folder, 'config.json'), JSON.stringify({ families }));
    expect(await dev('--page config.json')).toMatchObject({ exitCode: 0, complaint: '' });
    expect(pages).toMatchObject([
      { families: [{ networks: [{ id: 'eip155:31337' }] }, { remote: { name: 'remote-near' } }] },
    ]);
    expect(await readChain()).toBe('never ran');
  });

  it('ends the chain if the first build fails', async () => {
    const { dev, from, readChain } = await createDeveloper();
    await writeFile(join(from, 'source/discovery.js'), 'import "elsewhere"; export const discover = 1;');
    const { exitCode, complaint } = await dev();
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/')]);
    expect(await readChain()).toBe('ended');
  });

  it.each([
    ['subject', 'is no module', 'export default {'],
    ['subject', 'has no default export', 'export const family = {};'],
    ['subject', 'throws', 'throw new Error("no");'],
    ['subject', 'has no family', subject.replace('family:', 'other:')],
    ['subject', 'has no network', subject.replace(/networks: \[.*\]/, 'networks: []')],
    ['subject', 'has no chain', subject.replace('startChain', 'other')],
    ['subject', 'has no wallet', subject.replace('wallet:', 'other:')],
    ['subject', 'has a wallet that is not there', subject.replace('./wallet.js', './wallets.js')],
    ['subject', 'has no recipient', subject.replace('recipient:', 'other:')],
    ['chain', 'rejects', subject.replace("await note('runs')", 'throw new Error("anvil is missing")')],
    ['chain', 'has no address', subject.replace('rpc:', 'other:')],
    ['chain', 'is nothing', subject.replace(/return \{.*\};/, '')],
  ])('refuses a %s that %s', async (what, _, content) => {
    const { dev, writeSubject } = await createDeveloper();
    await writeSubject(content);
    const { exitCode, complaint } = await dev();
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining(`command/no-${what}`)]);
  });

  it.each([
    ['practice/subject.js', '', 'command/no-subject'],
    ['../node_modules/vite', '', 'command/not-installed'],
    ['src', '', 'command/no-such-file'],
    ['none', '--port 70000', '--port should be'],
  ])('says what is missing or wrong without %s %s', async (path, options, why) => {
    const { dev, from } = await createDeveloper();
    await rm(join(from, path), { recursive: true, force: true });
    expect((await dev(options)).complaint).toContain(why);
  });

  it('asks for the name of the remote', async () => {
    expect((await (await createDeveloper()).run('dev')).complaint).toContain('REMOTE is missing');
  });
});
