import { LinkspanError } from '@linkspan/contract';
import { useEffect, useState } from 'react';
import type { QrPath } from './qr-path.lazy.ts';

type Drawn = QrPath | 'failed';

/** `says` is the label, `advice` the text below. Without a text, an empty place. */
interface QrCodeProps {
  readonly text: string | undefined;
  readonly says: string;
  readonly advice: string;
}

/** A text as a QR code. Nothing, if the code cannot be drawn. */
export function QrCode({ text, says, advice }: QrCodeProps) {
  const drawn = useQrPath(text);
  if (drawn === 'failed') return null;
  return (
    <div className="scan">
      <div className="qr">
        {drawn ? (
          <svg viewBox={`0 0 ${drawn.side} ${drawn.side}`} role="img" aria-label={says}>
            <path d={drawn.path} />
          </svg>
        ) : (
          <span className="ring" data-turning="true" />
        )}
      </div>
      <p>{advice}</p>
    </div>
  );
}

/** The drawing, by code loaded on demand; undefined until then. */
function useQrPath(text: string | undefined): Drawn | undefined {
  const [result, setResult] = useState<{ readonly text: string; readonly drawn: Drawn }>();
  useEffect(() => {
    if (text === undefined) return;
    const loading = import('./qr-path.lazy.ts');
    loading.catch((cause: unknown) => reportError(new LinkspanError('loader/host', {}, { cause })));
    loading
      .then(({ toQrPath }) => toQrPath(text))
      .then(
        (drawn) => setResult({ text, drawn }),
        () => setResult({ text, drawn: 'failed' }),
      );
  }, [text]);
  return result && result.text === text ? result.drawn : undefined;
}
