import { it, vi } from 'vitest';
import { rememberingTrust } from './remembering-trust.ts';
import { runMonth } from './run-month.ts';
import { describeTally } from './tally.ts';
import { createWorld, describeWorld } from './world.ts';

vi.mock(import('@linkspan/trust'), async (load) => {
  const trust = await load();
  return { ...trust, ...rememberingTrust(trust) };
});
it('bench', { timeout: 1_500_000 }, async () => {
  for (const seed of process.env.SEEDS!.split(',').map(Number)) {
    const world = await createWorld(seed);
    const t = performance.now();
    const c = process.cpuUsage();
    const tally = await runMonth(world, Number(process.env.VISITS));
    const u = process.cpuUsage(c);
    console.log('ms', performance.now() - t, 'cpu ms', (u.user + u.system) / 1000);
    console.log(describeWorld(world) + '\n' + describeTally(tally));
  }
});
