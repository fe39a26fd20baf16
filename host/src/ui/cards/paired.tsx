import type { Pairing } from '@linkspan/contract';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { t } from '../texts/t.ts';

/** How a second device gets what its wallet is asked: a code to scan, and links. On a device with touch, its own apps first. */
export function Paired({ pairing }: { pairing: Pairing | undefined }) {
  return pairing && <Shown pairing={pairing} />;
}

function Shown({ pairing }: { pairing: Pairing }) {
  const { wallet, uri } = pairing;
  const place = useRef<HTMLDivElement>(null);
  // Newer browsers answer a promise, which React would call as an undoing.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), []);
  const code = (
    <QrCode
      key="code"
      text={uri}
      says={t('card.pairingCode', { wallet })}
      advice={t('card.pairing', { wallet })}
    />
  );
  const links = <Links key="links" pairing={pairing} />;
  return (
    <div ref={place} className="pairing rises" data-field="pairing">
      {matchMedia('(pointer: coarse)').matches ? [links, code] : [code, links]}
    </div>
  );
}

function Links({ pairing: { uri, links } }: { pairing: Pairing }) {
  return (
    <div className="pairing-links">
      {links.map(({ name, url }) => (
        <a key={url} className="button button-tiny" href={url} {...(url.startsWith('https:') && elsewhere)}>
          {t('card.openWallet', { wallet: name })}
        </a>
      ))}
      <CopyButton text={uri} what={t('card.pairingLink')} isShown />
    </div>
  );
}

/** A site in the place of an app leaves this page, which waits for the answer, as it is. */
const elsewhere = { target: '_blank', rel: 'noopener noreferrer' };
