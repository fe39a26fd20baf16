import { expect, it, vi } from 'vitest';
import { rememberingTrust } from '../testing/month/remembering-trust.ts';
import { runMonth } from '../testing/month/run-month.ts';
import { describeTally } from '../testing/month/tally.ts';
import { createWorld } from '../testing/month/world.ts';

vi.mock(import('@linkspan/trust'), async (load) => {
  const trust = await load();
  return { ...trust, ...rememberingTrust(trust) };
});

it('bench', { timeout: 600_000 }, async () => {
  const seed = Number(process.env.SEED ?? 1);
  let t = performance.now();
  const world = await createWorld(seed);
  console.log(
    'world ms',
    performance.now() - t,
    world.teams.map((t) => [t.published.length, t.roots.size, t.outages.length]),
    world.deploys.length,
  );
  t = performance.now();
  const c = process.cpuUsage();
  const tally = await runMonth(world, Number(process.env.VISITS ?? 2000));
  const u = process.cpuUsage(c);
  console.log('ms', performance.now() - t, 'cpu ms', (u.user + u.system) / 1000);
  console.log(describeTally(tally));
  expect(tally.counted).toBeGreaterThan(0);
});
