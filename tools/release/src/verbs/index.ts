import type { Verb } from '../verb.ts';
import { block } from './block.ts';
import { build } from './build.ts';
import { check } from './check.ts';
import { doctor } from './doctor.ts';
import { keys } from './keys.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import { refresh } from './refresh.ts';
import { rollback } from './rollback.ts';
import { root } from './root.ts';
import { seal } from './seal.ts';
import { sign } from './sign.ts';
import { status } from './status.ts';
import { verify } from './verify.ts';
import { withdraw } from './withdraw.ts';

/** Every verb, in the order in which a team comes to need them. */
export const verbs: readonly Verb[] = [
  keys,
  root,
  build,
  check,
  sign,
  publish,
  promote,
  rollback,
  withdraw,
  refresh,
  status,
  doctor,
  block,
  seal,
  verify,
];
