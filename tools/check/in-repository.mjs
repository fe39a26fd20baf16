import { register } from 'tsx/esm/api';

// In the repository the check is built before it runs, with what it puts into the page.
const unregister = register();
const { build, parts } = await import('@linkspan/stack/build');
for (const part of parts.filter(({ name }) => ['host', 'tools/practice', 'tools/check'].includes(name)))
  await build(part);
await unregister();
await import(new URL('dist/command.js', import.meta.url).href);
