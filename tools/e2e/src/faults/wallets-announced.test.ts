import { expect } from 'vitest';
import { families } from '../page/families.ts';
import { faultTest } from './fault-test.ts';
import { listWallets } from './in-page.ts';

for (const { id } of families) {
  const own = 'Practice Wallet';

  faultTest({ group: 'wallet', fault: 'announces itself twice', at: id }, async (person) => {
    await person.change({ wallet: id, switches: { announcesTwice: 'same' } });
    await person.reload();
    await expect.poll(() => person.call(listWallets, id)).toContain(own);
    expect((await person.call(listWallets, id)).filter((name) => name === own)).toHaveLength(1);
    await person.connect(id);
  });

  faultTest({ group: 'wallet', fault: 'bears the name of another', at: id }, async (person) => {
    await person.change({ wallet: `${id}-second`, switches: { poses: 'name' } });
    await person.change({ wallet: id, switches: { secondWallet: true } });
    const both = async () => (await person.call(listWallets, id)).filter((name) => name.includes(own)).length;
    await expect.poll(both).toBe(2);
    await person.connect(id);
    expect((await person.readWallet(id))?.granted.length).toBeGreaterThan(0);
    expect((await person.readWallet(`${id}-second`))?.granted ?? []).toEqual([]);
  });

  faultTest({ group: 'wallet', fault: 'claims to be another', at: id }, async (person) => {
    await person.change({ wallet: `${id}-second`, switches: { poses: 'first' } });
    await person.change({ wallet: id, switches: { secondWallet: true } });
    await person.connect(id);
    expect((await person.readWallet(id))?.granted.length).toBeGreaterThan(0);
    expect((await person.readWallet(`${id}-second`))?.granted ?? []).toEqual([]);
  });

  faultTest(
    { group: 'wallet', fault: 'claims to be another, when the page is loaded again', at: id },
    async (person) => {
      await person.connect(id);
      await person.change({ wallet: `${id}-second`, switches: { poses: 'first' } });
      await person.change({ wallet: id, switches: { secondWallet: true } });
      await person.reload();
      await person.whenSays(id, `More than one wallet says it is ${own}`);
      await person.whenStatus(id, 'Disconnected');
      for (const other of families) if (other.id !== id) await person.whenStatus(other.id, 'Connected');
      expect((await person.readWallet(`${id}-second`))?.granted ?? []).toEqual([]);
    },
  );

  for (const icon of ['address', 'script', 'broken', 'huge'])
    faultTest({ group: 'wallet', fault: `shows an icon that is none (${icon})`, at: id }, async (person) => {
      await person.change({ wallet: id, switches: { icon } });
      await person.reload();
      await person.connect(id);
      const images = await person.call(listImages, id);
      if (icon !== 'broken') expect(images).toEqual([]);
    });
}

/** In the page: the images of a family's card. */
function listImages(id: string): readonly string[] {
  const images = [
    ...document.querySelectorAll<HTMLImageElement>(`section[data-family=${id}] .wallet-face img`),
  ];
  return images.map(({ src }) => src.slice(0, 40));
}
