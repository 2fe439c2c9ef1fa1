import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

const config: UserConfig = {
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: { outDir: '../dist/page', emptyOutDir: true, target: 'chrome140', chunkSizeWarningLimit: 2000 },
};
export default config;
