import type {
  Answer,
  CallRequest,
  Handle,
  MessageRequest,
  PersonReading,
  Quote,
  Reading,
  SendingIntent,
  SendOptions,
  SendRequest,
  Sent,
  Settled,
  Signed,
  SignInRequest,
  Unsettled,
  WalletRequest,
} from '@linkspan/contract';

const silent: SendOptions = { noted: () => undefined };

/** Has each kind of request read and answered at once, as tests of remotes want it. */
export function toAsking<Namespace extends string>(handle: Pick<Handle<Namespace>, 'read' | 'settle'>) {
  const answer = async (request: WalletRequest<Namespace>, options = silent): Promise<Answer> =>
    (await handle.read(request)).answer(options);
  /** Has a send answered, and looks up its outcome until it has ended, as the host does. */
  async function answerToEnd(
    reading: Reading,
    { noted } = silent,
  ): Promise<Answer & { readonly settled: Settled }> {
    const { intent, answer } = reading as PersonReading & { readonly intent: SendingIntent };
    let note: string | undefined;
    const keep = (latest: string | undefined) => {
      note = latest;
      noted(latest);
    };
    const answered = await answer({ noted: keep });
    const { sent, look } = answered;
    const { account: from, moves } = intent;
    const known = { ...(sent && { transaction: sent.transaction }), ...(note !== undefined && { note }) };
    const send = { from, ...moves, ...known, others: [] };
    for (;;) {
      const settled = await (look?.() ?? handle.settle(send as Unsettled<Namespace>));
      if (settled.state !== 'unknown' && settled.state !== 'sent') return { ...answered, settled };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    answerToEnd,
    sendToEnd: async (request: SendRequest) => (await answerToEnd(await handle.read(request))).settled,
    /** Rejects as the network does, if that does not quote it. */
    async quote(request: SendRequest): Promise<Quote> {
      const { quote } = (await handle.read(request)) as PersonReading;
      if (quote && 'fee' in quote) return quote;
      throw Object.assign(new Error('No quote'), quote);
    },
    signMessage: async (request: MessageRequest) => (await answer(request)).signed as Signed,
    signIn: async (request: SignInRequest) => (await answer(request)).signed as Signed,
    send: async (request: SendRequest, options?: SendOptions) =>
      (await answer(request, options)).sent as Sent,
    /** What nobody is asked is answered by its result alone. */
    async readCall({ kind: _, ...call }: Omit<CallRequest<Namespace>, 'kind'> & { readonly kind?: 'call' }) {
      const reading = await handle.read({ kind: 'call', ...call });
      if (reading.asks === 'person') return reading;
      return { ...reading, answer: async () => (await reading.answer()).value };
    },
  };
}
