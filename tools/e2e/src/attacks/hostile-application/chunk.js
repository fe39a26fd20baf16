export const chunk = 'sound';
