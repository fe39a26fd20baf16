import type { Answer, ApprovalRequest, Ask } from './approval.ts';

/** Shows one request; `waiting` tells how many more are behind it, whenever that changes. */
export type ShowRequest = (
  request: ApprovalRequest,
  waiting: (listener: (count: number) => void) => void,
) => Promise<Answer>;

/** Lets one request at a time be shown, in the order they came, whichever wallet they are of. */
export function createRequestQueue(show: ShowRequest): Ask {
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  let tell: (count: number) => void = () => {};

  const showNow = (request: ApprovalRequest) =>
    show(request, (listener) => {
      tell = listener;
      listener(open - 1);
    }).finally(() => {
      tell = () => {};
      open -= 1;
    });
  return (request) => {
    open += 1;
    tell(open - 1);
    const answer = last.then(() => showNow(request));
    last = answer.catch(() => {});
    return answer;
  };
}
