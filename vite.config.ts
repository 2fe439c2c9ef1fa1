import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

const config: UserConfig = {
  root: 'renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    target: 'chrome140',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Chunks run before what imports them: in a chunk of its own, the schema library would try
          // eval before renderer/no-eval.ts has told it not to.
          groups: [{ name: 'contract', test: /node_modules\/zod\/|\/shared\/|\/renderer\/no-eval\.ts$/ }],
        },
      },
    },
  },
};
export default config;
