import { Component, type ReactNode } from 'react';
import { Button } from './controls/button.tsx';
import { copyText } from './text/copy-text.ts';

interface Caught {
  readonly error: Error | null;
}

/** A panel that fails shows that, and takes no other with it. React offers this as a class only. */
export class ErrorBoundary extends Component<{ readonly label: string; readonly children: ReactNode }, Caught> {
  override state: Caught = { error: null };

  static getDerivedStateFromError(thrown: unknown): Caught {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className="panel-message" role="alert">
        <p className="panel-message-title">“{this.props.label}” stopped with an error of ours</p>
        <p>Nothing was sent because of it. The other panels go on.</p>
        <p className="panel-message-detail">
          {error.name}: {error.message}
        </p>
        <div className="panel-message-actions">
          <Button onClick={() => this.setState({ error: null })}>Show it again</Button>
          {/* The message and no more: a stack or the panel's state could hold what is nobody's business. */}
          <Button onClick={() => copyText(`${this.props.label}: ${error.name}: ${error.message}`, 'The details are')}>
            Copy the details
          </Button>
        </div>
      </div>
    );
  }
}
