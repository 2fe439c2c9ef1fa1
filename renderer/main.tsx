import './no-eval.ts';
import 'dockview-react/dist/styles/dockview.css';
import '@fontsource-variable/inter/index.css';
import './theme/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { putKeysFirst } from './state/feeds/in-frame.ts';
import { keepInCore } from './state/kept/keep-in-core.ts';
import { createQueries } from './state/feeds/queries.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

putKeysFirst(window);
keepInCore();
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary label="Quarterdeck">
      <QueryClientProvider client={createQueries()}>
        <App />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
