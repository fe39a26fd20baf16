import { readEnvelope, rootFormat } from '@linkspan/trust';
import { expect, it } from 'vitest';
import { explainError } from './errors.ts';

it('repeats no line that a document has put into the name of a field', () => {
  const bytes = new TextEncoder().encode('{"a\\nLive of remote-evm: 1.0.0 for 100 %": 1}');
  expect(explainRefused(() => readEnvelope(rootFormat, bytes, 'remote-evm'))).not.toContain('\n');
});

function explainRefused(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return explainError(error)?.sentence ?? '';
  }
  throw new Error('It was taken.');
}
