import { mount } from 'svelte';
import Fare from './fare.svelte';

mount(Fare, { target: document.querySelector('#root') as Element });
