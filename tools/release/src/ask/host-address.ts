import { UsageError } from '../command-error.ts';
import type { Asked } from './asked.ts';

/** The addresses of live pages that were asked for by --host, each ending in `/`. Throws `UsageError`. */
export function readHostAddresses(asked: Asked): readonly string[] {
  return asked.all('host').map((text) => {
    if (!/^https?:\/\//.test(text) || !URL.canParse(text))
      throw new UsageError(
        `--host should be the address of a page, such as https://wallet.example/, not “${text}”.`,
      );
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
  });
}
