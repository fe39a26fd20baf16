import type { Noted as NotedBy } from '../outside/finding.ts';
import type { FindingCode } from './finding-texts.ts';

/** A difference that was met. */
export type Noted = NotedBy<FindingCode>;
