import { type Watching, watch } from './watch.ts';

// Run by the browser before the page's own scripts; `watching` is written before it.

watch((globalThis as typeof globalThis & { watching: Watching }).watching);
