import { useEffect, useState } from 'react';
import type { QrPath } from './qr-path.ts';

type Drawn = QrPath | 'failed';

/** A text as a QR code; `says` is what is read out, and `advice` is shown below it. Nothing, if the code cannot be drawn. */
export function QrCode({ text, says, advice }: { text: string; says: string; advice: string }) {
  const drawn = useQrPath(text);
  if (drawn === 'failed') return null;
  return (
    <div className="scan">
      <div className="qr">
        {drawn && (
          <svg viewBox={`0 0 ${drawn.side} ${drawn.side}`} role="img" aria-label={says}>
            <path d={drawn.path} />
          </svg>
        )}
      </div>
      <p>{advice}</p>
    </div>
  );
}

/** The code's drawing, whose code comes in a file of its own: few need it. Undefined until it has come. */
function useQrPath(text: string): Drawn | undefined {
  const [result, setResult] = useState<{ readonly text: string; readonly drawn: Drawn }>();
  useEffect(() => {
    let isOver = false;
    const take = (drawn: Drawn) => void (isOver || setResult({ text, drawn }));
    import('./qr-path.ts').then(({ toQrPath }) => toQrPath(text)).then(take, () => take('failed'));
    return () => {
      isOver = true;
    };
  }, [text]);
  return result?.text === text ? result.drawn : undefined;
}
