import type { Bytes } from '@linkspan/trust';
import { maxDocuments } from '../limits.ts';
import { type Source, toTag } from '../store/store.ts';
import { type Answer, isThere, type NoAnswer } from './request.ts';

/** The documents of a remote as a server has them. `base` is the address of its folder; `load` asks for one of its files. */
export function openServed(base: string, load: (address: string) => Promise<Bytes | undefined>): Source {
  return {
    address: base,
    async read(path) {
      const bytes = await load(new URL(path.slice(path.indexOf('/') + 1), base).href);
      return bytes && { bytes, tag: toTag('') };
    },
  };
}

/**
 * A source of one remote, of which each document is read once: what was verified is what is used. `full` is called for one more
 * than the most documents of a remote: a server could have a next root without end.
 */
export function readOnce({ address, read }: Source, full: () => undefined): Source {
  const known = new Map<string, ReturnType<Source['read']>>();
  return {
    address,
    async read(path) {
      // Before it is read nobody may know the remote's name.
      const name = path.slice(path.indexOf('/') + 1);
      const file = known.get(name) ?? (known.size < maxDocuments ? read(path) : full());
      if (file !== undefined) known.set(name, file);
      return file;
    },
  };
}

/** Whether a server has a document, and does not send a page for every address. */
export function isDocument(answer: Answer | NoAnswer): answer is Answer & { readonly status: 200 } {
  return isThere(answer) && !/html/i.test(answer.headers.get('content-type') ?? '');
}
