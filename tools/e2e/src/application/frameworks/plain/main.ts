import { getLinkspan } from '@linkspan/app';
import { setFare } from '../fare.ts';

const [button, output] = [document.createElement('button'), document.createElement('output')];
button.textContent = 'Set the fare';
document.querySelector('#root')?.append(button, output);
getLinkspan()
  .family('evm')
  .$connection.subscribe(({ status }) => {
    button.disabled = status !== 'connected';
  });
button.addEventListener('click', async () => {
  output.textContent = await setFare(21n).catch(String);
});
