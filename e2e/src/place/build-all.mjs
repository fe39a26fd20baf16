import { build, parts } from '../../../tasks/build.mjs';

// Builds every part that has changed. A process of its own: a test runner's environment would change the builds.

for (const part of parts) await build(part);
