import { tellBinding } from './hear-times.ts';
import { type TimeName, type Watching, watch } from './watch.ts';

// Run by the browser before the page's own scripts; `watching` is written before it.

const scope = globalThis as typeof globalThis & { watching: Watching } & Record<
    typeof tellBinding,
    (name: TimeName) => void
  >;
watch(scope.watching, scope[tellBinding]);
