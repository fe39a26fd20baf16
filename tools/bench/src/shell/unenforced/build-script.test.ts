import { expect, it } from 'vitest';
import { buildUnenforcedScript } from './build-script.ts';

/** What verifies, narrows the policy, and puts hashes in force, as the platform calls it. */
const enforcing = ['Ed25519', 'Content-Security-Policy', 'importmap'];

const found = (script: string) => enforcing.filter((word) => script.includes(word));

it("takes all that is enforced out of the page's script, and nothing else", async () => {
  const [enforced, not] = [await buildUnenforcedScript({}), await buildUnenforcedScript()];
  expect(found(enforced)).toEqual(enforcing);
  expect(found(not)).toEqual([]);
  for (const kept of ['loader/host', 'release/expired', 'release/blocked'])
    expect(not.includes(kept)).toBe(true);
});

it('says which module the page has no more', () =>
  expect(buildUnenforcedScript({ 'host/src/bootstrap/inline/gone.ts': 'no-enforcement.ts' })).rejects.toThrow(
    'inline/gone.ts',
  ));
