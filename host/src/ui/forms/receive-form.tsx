import { addressOf, networkOf } from '@linkspan/contract';
import { Exact } from '../parts/address.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { TestMark } from '../parts/test-mark.tsx';
import { t } from '../texts/t.ts';
import { FormDialog, type FormProps } from './form-dialog.tsx';
import { Warning } from './send-fields.tsx';

/** The account's address as a code and as text, its network, and a warning about coins of other networks. */
export function ReceiveForm({ family, card, close }: FormProps) {
  const [account] = card.accounts;
  const address = addressOf(account);
  const network = family.network(networkOf(account));
  const { title = t('card.unknownNetwork'), symbol = family.config.title } = network ?? {};
  return (
    <FormDialog title={t('receive.title', { symbol })} isOfFamily close={close}>
      <p className="receive-network">
        <span>{title}</span>
        <TestMark network={network} />
      </p>
      <QrCode
        text={address}
        says={t('receive.code', { family: family.config.title })}
        advice={t('receive.scan')}
      />
      <p className="receive-address" data-field="address" title={address}>
        <Exact code={address} />
      </p>
      <CopyButton text={address} what={t('receive.address')} isShown />
      <Warning>
        <p>{network?.isTest ? t('receive.test') : t('receive.only', { symbol, network: title })}</p>
      </Warning>
    </FormDialog>
  );
}
