export const discover = () => 1;
