import { it } from 'vitest';
import { verifyLive, toSeen } from '@linkspan/trust';
import { createRepository } from '@linkspan/trust/testing';
it('bench', async () => {
  const now = Date.now();
  const team = await createRepository('remote-evm', now);
  const bytes = await team.signLive();
  console.log(bytes.length);
  const run = async (n: number) => { const t = performance.now(); for (let i = 0; i < n; i++) await verifyLive({ root: team.root, seen: toSeen(team.root), envelope: bytes, now }); return (performance.now() - t) / n * 1000; };
  await run(200);
  console.log('real us', await run(1000));
  const real = crypto.subtle; const key = {} as CryptoKey;
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: { importKey: async () => key, verify: async () => true, digest: (() => { const m = new Map(); return async (a: string, b: Uint8Array) => { const k = Buffer.from(b.buffer, b.byteOffset, b.length).toString('latin1'); let v = m.get(k); if (!v) { v = await real.digest(a, b as any); m.set(k, v);} return v; } })() } });
  await run(200);
  console.log('memo us', await run(3000));
});
