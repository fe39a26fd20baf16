import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';

/** What `docs/host.md` shows: its configuration, and the commands by what they do. */
export interface HostGuide {
  readonly config: string;
  readonly commands: { readonly live: string; readonly build: string; readonly deploy: string };
}

/** Reads the guide. Throws where a block is missing. */
export function readHostGuide(): HostGuide {
  const text = readFileSync(join(root, 'docs/host.md'), 'utf8');
  const block = (fence: string) => {
    const [, found] = new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text) ?? [];
    if (found === undefined) throw new Error(`The guide has no block “${fence}”`);
    return found;
  };
  return {
    config: block('json config'),
    commands: { live: block('sh live'), build: block('sh build'), deploy: block('sh deploy') },
  };
}
