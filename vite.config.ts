import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: { outDir: '../dist/page', emptyOutDir: true, target: 'chrome140', chunkSizeWarningLimit: 2000 },
});
