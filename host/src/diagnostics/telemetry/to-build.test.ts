import { expect, it } from 'vitest';
import { toBuild } from './to-build.ts';

it('names a build by the hash of its module', () => {
  expect(toBuild('https://host.example/assets/host-Dx_7-Q9a.js')).toBe('Dx_7-Q9a');
  expect(toBuild('http://localhost:4300/src/telemetry/send-telemetry.ts')).toBe('dev');
});
