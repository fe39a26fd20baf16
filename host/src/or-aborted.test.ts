import { expect, it } from 'vitest';
import { orAborted } from './async.ts';

const never = new Promise<never>(() => undefined);

it('answers what the promise answers', async () => {
  await expect(orAborted(Promise.resolve(1), new AbortController().signal)).resolves.toBe(1);
});

it('rejects as soon as it is aborted, whatever the promise does', async () => {
  const control = new AbortController();
  const raced = orAborted(never, control.signal);
  control.abort('enough');
  await expect(raced).rejects.toBe('enough');
});

it('rejects where it was aborted before', async () => {
  await expect(orAborted(Promise.resolve(1), AbortSignal.abort('before'))).rejects.toBe('before');
});
