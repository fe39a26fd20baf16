import { createApp } from 'vue';
import Fare from './fare.vue';

createApp(Fare).mount('#root');
