import { runNode } from '@linkspan/stack/run';

/** Packs for all drills of a run, which install what is packed at the same time. */
export async function setup() {
  await runNode('tools/scripts/pack.mjs', ['--unchecked'], { nodeOptions: ['--import', 'tsx'] });
}
