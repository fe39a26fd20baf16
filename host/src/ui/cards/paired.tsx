import type { Pairing } from '@linkspan/contract';
import { type Ref, useEffect, useRef } from 'react';
import { useDialogPairing } from '../dialog/use-dialog-pairing.ts';
import { isPhone } from '../is-phone.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { t } from '../texts/t.ts';
import type { Family } from './use-family.ts';

/** How a second device gets what its wallet is asked, on the family's card; nothing while the wallet dialog shows it. */
export function Paired({ family: { config, pairing } }: { family: Pick<Family, 'config' | 'pairing'> }) {
  const isInDialog = useDialogPairing() === config.id;
  return pairing && !isInDialog ? <InView pairing={pairing} /> : null;
}

function InView({ pairing }: { pairing: Pairing }) {
  const place = useRef<HTMLDivElement>(null);
  // Newer browsers answer a promise, which React would call as an undoing.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), []);
  return <PairingCode pairing={pairing} ref={place} />;
}

interface PairingCodeProps {
  readonly pairing: Pairing | undefined;
  readonly ref?: Ref<HTMLDivElement>;
}

/** A code to scan, and links; on a phone, its own apps first. Without a pairing, the place of the code. */
export function PairingCode({ pairing, ref }: PairingCodeProps) {
  const onPhone = isPhone();
  const code = (
    <QrCode
      key="code"
      text={pairing?.uri}
      says={t('card.pairingCode', { wallet: pairing?.wallet ?? '' })}
      advice={t(onPhone ? 'card.pairingElsewhere' : 'card.pairing')}
    />
  );
  const links = <Links key="links" pairing={pairing} />;
  return (
    <div ref={ref} className="pairing rises" data-field="pairing">
      {onPhone ? [links, code] : [code, links]}
    </div>
  );
}

function Links({ pairing }: { pairing: Pairing | undefined }) {
  return (
    <div className="pairing-links">
      {pairing?.links.map(({ name, url }) => (
        <a key={url} className="button button-tiny" href={url} {...(url.startsWith('https:') && elsewhere)}>
          {t('card.openIn', { wallet: name })}
        </a>
      ))}
      {pairing && <CopyButton text={pairing.uri} what={t('card.pairingLink')} isShown />}
    </div>
  );
}

/** A site in the place of an app leaves this page, which waits for the answer, as it is. */
const elsewhere = { target: '_blank', rel: 'noopener noreferrer' };
