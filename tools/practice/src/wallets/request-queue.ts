import type { Answer, ApprovalRequest, Ask } from './approval.ts';

/** Shows one request; `waiting` tells how many more are behind it, whenever that changes. */
export type ShowRequest = (
  request: ApprovalRequest,
  waiting: (listener: (count: number) => void) => void,
  signal: AbortSignal | undefined,
) => Promise<Answer>;

/** Lets one request at a time be shown, in the order they came, whichever wallet they are of. */
export function createRequestQueue(show: ShowRequest): Ask {
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  let tell: (count: number) => void = () => {};

  const showNow = (request: ApprovalRequest, signal: AbortSignal | undefined) =>
    show(
      request,
      (listener) => {
        tell = listener;
        listener(open - 1);
      },
      signal,
    ).finally(() => {
      tell = () => {};
      open -= 1;
    });
  return (request, signal) => {
    open += 1;
    tell(open - 1);
    const answer = last.then(() => showNow(request, signal));
    last = answer.catch(() => {});
    return answer;
  };
}
