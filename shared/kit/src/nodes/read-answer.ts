import { field } from '@linkspan/contract';
import { tryTo } from '../try-to.ts';
import { NodeFault } from './node-fault.ts';

/** JSON-RPC codes by which nodes say that they are asked too often: EIP-1474, and what is in use beside it. */
const tooOften = [-32_005, 429];

/**
 * The answer in a response, whatever its status: nodes send errors of JSON-RPC under many. Rejects with a `NodeFault`:
 * `portal` for a page of HTML that came as a success, `busy`, `malformed`, `unreachable`.
 */
export async function readAnswer(
  response: Response,
  parse: (text: string) => unknown = JSON.parse,
): Promise<object> {
  const text = await response.text();
  const answer = tryTo(() => parse(text));
  if (isAnswer(answer)) return assertWilling(answer);
  // A gateway says that there is no node behind it in HTML too.
  if (!response.ok) throw new NodeFault('unreachable', `HTTP ${response.status}`);
  if (isHtml(response, text)) throw new NodeFault('portal', 'It answered with a page of HTML.');
  throw new NodeFault('malformed', 'It did not answer in JSON-RPC.');
}

function isAnswer(answer: unknown): answer is object {
  return field(answer, 'result') !== undefined || field(answer, 'error') != null;
}

function assertWilling(answer: object): object {
  const code = field(field(answer, 'error'), 'code');
  if (tooOften.includes(Number(code))) throw new NodeFault('busy', `It answered with ${String(code)}.`);
  return answer;
}

function isHtml({ headers }: Response, text: string): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true || /^\s*<(!doctype|html)/i.test(text);
}
