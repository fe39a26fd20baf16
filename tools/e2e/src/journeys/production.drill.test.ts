import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { execa } from 'execa';
import { chromium } from 'playwright-core';
import { expect } from 'vitest';
import { startMainNetworks } from '../chain/main-networks.ts';
import { bundlePracticeWallets } from '../extension/practice-wallets.ts';
import { send, signMessage, whenSend } from '../page/activity.ts';
import { connect } from '../page/connect.ts';
import { families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { startBrowser } from '../place/browser.ts';
import { describeWith, startNginx } from '../servers/servers.ts';

// “Go live”, for one team: the commands in docs/production.md are what runs.

type Place = Readonly<{ page: string; store: string; certificate?: string }>;

await describeWith('nginx', 'the guide for one team', ([program = '']) => {
  test('leads from a clone to a page on which three families connect, sign and send', {
    timeout: 600_000,
  }, async ({ journey }) => {
    const home = await mkdtemp(join(tmpdir(), 'linkspan-production-'));
    journey.keep({ [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) });
    const { nodes } = journey.keep(await startMainNetworks());
    const chosen = Object.entries(nodes).map(([id, url]) => `--network ${id} --node ${id}=${url}`);
    const began = Date.now();
    const commands = ['git clone', 'cp nginx.conf', 'nginx'];
    await execa('git', ['clone', '--quiet', root, join(home, 'checkout')]);
    const guide = await readFile(join(root, 'docs/production.md'), 'utf8');
    const [, part = ''] = /\n## One team\n([\s\S]*?)\n###? /.exec(guide) ?? [];
    const [begin, release, look] = [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);

    /** Runs a block of the guide with the folders, names and nodes of this machine. */
    const run = async (block = '', { page, store, certificate }: Place) => {
      commands.push(...block.split('\n').filter((line) => /^(npm|npx|\(cd)/.test(line)));
      const own = block
        .replaceAll('/srv/linkspan', home)
        .replace('--alone', ['--alone', ...chosen].join(' '));
      const named = own.replaceAll('https://wallets.example', page);
      const lines = named.replaceAll('https://remotes.example', store);
      const env = { PATH: process.env.PATH, HOME: home, NODE_EXTRA_CA_CERTS: certificate };
      const options = { cwd: join(home, 'checkout'), env, extendEnv: false, all: true } as const;
      return (await execa('bash', ['-ec', lines], options)).all;
    };

    const folders = { site: join(home, 'site'), store: join(home, 'store') };
    const nginx = await startNginx(folders, program, async (origins) => {
      await run(begin, origins);
      expect(await run(release, origins)).toContain('does not serve this deploy yet');
    });
    journey.keep({ [Symbol.asyncDispose]: nginx.close });
    expect(await run(look, nginx)).toContain('Nothing is wrong');
    expect(commands.length).toBeLessThanOrEqual(12);
    console.log(`Live after ${commands.length} commands and ${Math.round((Date.now() - began) / 1000)} s`);

    const config = JSON.parse(await readFile(join(home, 'page/wallets.config.json'), 'utf8'));
    const script = await bundlePracticeWallets(config);
    const server = journey.keep(await startBrowser({ trusts: nginx.certificate }));
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await journey.open({ url: nginx.page, browser, script });
    for (const family of families) {
      await connect(page, family);
      await signMessage(page, family);
      await send(page, family, family.accounts.Pier, '0.01');
      await whenSend(page, family, 'Confirmed');
    }
  });
});
