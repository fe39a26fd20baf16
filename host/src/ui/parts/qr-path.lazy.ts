import { encodeQR } from 'qr';

/** A drawing of square modules: the path of the dark ones, and the length of a side, both in modules. */
export interface QrPath {
  readonly path: string;
  readonly side: number;
}

/** A text as a QR code: ISO/IEC 18004, level M, a quiet zone of four modules. Throws if it is too long. */
export function toQrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const runs = rows.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/g)].map(
      ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`,
    );
  });
  return { path: runs.join(''), side: rows.length };
}
