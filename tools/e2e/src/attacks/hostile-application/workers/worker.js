postMessage('sound');
