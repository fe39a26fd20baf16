import type {
  Answer,
  CallRequest,
  Handle,
  MessageRequest,
  PersonReading,
  Quote,
  SendOptions,
  SendRequest,
  Sent,
  Signed,
  SignInRequest,
  WalletRequest,
} from '@linkspan/contract';

const silent: SendOptions = { noted: () => undefined };

/** Has each kind of request read and answered at once, as tests of remotes want it. */
export function toAsking<Namespace extends string>(handle: Pick<Handle<Namespace>, 'read'>) {
  const answer = async (request: WalletRequest<Namespace>, options = silent): Promise<Answer> =>
    (await handle.read(request)).answer(options);
  return {
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
