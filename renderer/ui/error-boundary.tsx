import { Component, type ReactNode } from 'react';
import { notify } from '../state/notices.ts';
import { Button } from './button.tsx';

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
          <Button onClick={() => copyDetails(`${this.props.label}: ${error.name}: ${error.message}`)}>
            Copy the details
          </Button>
        </div>
      </div>
    );
  }
}

/** The message and no more: a stack or the panel's state could hold what is nobody's business. */
function copyDetails(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify('success', 'The details are in the clipboard'),
    () => notify('warning', 'Copying is not allowed here', 'Select the text and copy it by hand.'),
  );
}
