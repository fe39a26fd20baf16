import { getLinkspan } from '@linkspan/app';

const sign = async () => (await getLinkspan().signMessage('__FAMILY__', 'Hello from __TITLE__')).signature;
const [account, answer] = [document.createElement('p'), document.createElement('output')];
const button = document.createElement('button');
button.textContent = 'Sign a message';
document.querySelector('#root')?.append(account, button, answer);
const { $connection } = getLinkspan().family('__FAMILY__');
$connection.subscribe((connection) => {
  button.disabled = connection.status !== 'connected';
  account.textContent = connection.status === 'connected' ? connection.address : 'No wallet is connected.';
});
button.addEventListener('click', async () => {
  answer.textContent = await sign().catch(String);
});
