import { type Listening, listen } from '../place/listen.ts';

/** A stand-in for Safe's site, which shows a page in a frame. */
export interface SafeSite extends Listening {
  /** The address at which it shows a page for a Safe. */
  framing(page: string, safe: { readonly address: string; readonly chainId: number }): string;
}

/**
 * Serves a page that frames another one and answers it in the form of Safe's package, as a Safe with several owners does:
 * what is sent or signed waits for the others. Nothing of the real site is in it.
 */
export async function openSafeSite(): Promise<SafeSite> {
  const listening = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  return {
    ...listening,
    framing: (framed, { address, chainId }) =>
      `${listening.url}/?${new URLSearchParams({ framed, address, chainId: String(chainId) })}`,
  };
}

const page = `<!doctype html><title>Safe fixture</title><h1>Safe fixture</h1>
<button hidden>Propose</button><button hidden>Reject</button>
<iframe title="page" width="1200" height="700"></iframe><script>
  const frame = document.querySelector('iframe');
  const [propose, reject] = document.querySelectorAll('button');
  const asked = new URLSearchParams(location.search);
  const id = '0x' + 'ab'.repeat(32);
  const info = { safeAddress: asked.get('address'), chainId: Number(asked.get('chainId')), threshold: 2, owners: [], isReadOnly: false };
  const answers = {
    getSafeInfo: () => info,
    getOffChainSignature: () => '',
    getTxBySafeTxHash: () => ({ txStatus: 'AWAITING_CONFIRMATIONS', txHash: null }),
  };
  onmessage = ({ data, source, origin }) => {
    if (source !== frame.contentWindow || !data.method) return;
    const tell = (told) => {
      propose.hidden = reject.hidden = true;
      source.postMessage({ id: data.id, version: '9.1.0', ...told }, origin);
    };
    if (data.method in answers)
      return source.postMessage({ id: data.id, version: '9.1.0', success: true, data: answers[data.method]() }, origin);
    propose.hidden = reject.hidden = false;
    propose.onclick = () => tell({ success: true, data: data.method === 'sendTransactions' ? { safeTxHash: id } : { messageHash: id } });
    reject.onclick = () => tell({ success: false, error: 'Transaction was rejected' });
  };
  frame.src = asked.get('framed');
</script>`;
