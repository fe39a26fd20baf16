import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlace } from '../testing/command.ts';
import { assertFamily, listRemotes, type PageSource, readPageSource } from './deploy-page.ts';

async function readPage(value: unknown): Promise<PageSource> {
  const { folder } = await createPlace();
  const file = join(folder, 'wallets.config.json');
  await writeFile(file, JSON.stringify(value));
  return readPageSource(file);
}

const short = { title: 'Quay', networks: ['ethereum', 'near', 'base'] };

describe('a page’s configuration that is short', () => {
  it('is read as the families of its networks, whose releases come with packages', async () => {
    const page = await readPage(short);
    expect(page.families.map(({ id, networks }) => [id, ...networks.map((one) => one.id)])).toEqual([
      ['evm', 'eip155:1', 'eip155:8453'],
      ['near', 'near:mainnet'],
    ]);
    expect(listRemotes(page)).toEqual({
      named: [],
      packages: ['@linkspan/remote-evm', '@linkspan/remote-near'],
    });
  });

  it.each<[changes: object, sentence: string]>([
    [{ networks: ['etherum'] }, 'networks[0] should be ethereum, base,'],
    [{ networks: ['base', 'base'] }, 'networks[1] should be left out: eip155:8453 stands before it.'],
    [{ families: [] }, 'networks should be left out, because the configuration has families too.'],
    [{ practice: true }, 'practice should be left out: practice wallets are for development.'],
  ])('is refused with %j: %s', async (changes, sentence) => {
    await expect(readPage({ ...short, ...changes })).rejects.toMatchObject({
      code: 'command/no-page-config',
      message: expect.stringContaining(sentence),
    });
  });
});

describe('a family whose remote has a package', () => {
  const networks = [{ id: 'eip155:1', rpc: ['https://node.example/'] }];
  const evm = { id: 'evm', remote: { package: '@linkspan/remote-evm' }, networks };
  const near = { id: 'near', remote: { name: 'remote-near' }, networks };

  it('may stand beside one whose documents are served', async () => {
    const { named, packages } = listRemotes(await readPage({ families: [evm, near] }));
    expect([named, packages]).toEqual([[{ name: 'remote-near' }], ['@linkspan/remote-evm']]);
  });

  it.each([7, '', null])('is refused with the package %j', async (name) => {
    const remote = { package: name };
    await expect(readPage({ families: [{ ...evm, remote }] })).rejects.toMatchObject({
      message: expect.stringContaining('families[0].remote.package should be the name of a package'),
    });
  });

  it('has no name, and whoever gives one is told where its release comes from', async () => {
    const refuse = async (...families: object[]) => {
      const page = await readPage({ families });
      return () => assertFamily(page, 'remote-evm', 'c.json');
    };
    const packages = 'The releases of others come with packages: @linkspan/remote-evm.';
    expect(await refuse(evm)).toThrow(`c.json has no family of remote-evm. ${packages}`);
    expect(await refuse(evm, near)).toThrow(
      `c.json has no family of remote-evm. Its remotes: remote-near. ${packages}`,
    );
  });
});
