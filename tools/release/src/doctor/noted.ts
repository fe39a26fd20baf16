import type { Noted as NotedBy } from '../outside/finding.ts';
import type { FindingCode } from './finding-texts.ts';

/** What a doctor notes. */
export type Noted = NotedBy<FindingCode>;
