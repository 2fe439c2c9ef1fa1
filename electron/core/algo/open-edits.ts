import { isDone, type Edit, type Values } from '../commands/overlapping-edits.ts';
import { isEnded, type AlgoNode } from './node.ts';
import { valuesOf } from './outcomes.ts';

/** Edits of algo orders that are on their way, so that each knows what those beside it ask for. */
export interface OpenEdits {
  /** Notes an edit that is being sent; the returned list grows with each overlapping edit. */
  begin(commandId: string, id: string, edit: Omit<Edit, 'rivals'>): readonly Values[];
  /** It had no effect, or can no longer have one. */
  end(commandId: string): void;
  /** Ends the edits that a report of the node proves. */
  look(node: AlgoNode): void;
}

/** Makes it, with none on its way. */
export function createOpenEdits(): OpenEdits {
  const open = new Map<string, { readonly id: string; readonly edit: Edit; readonly rivals: Values[] }>();
  return {
    begin(commandId, id, edit) {
      const rivals: Values[] = [];
      for (const other of open.values()) {
        if (other.id !== id) continue;
        other.rivals.push(edit.wanted);
        rivals.push(other.edit.wanted);
      }
      open.set(commandId, { id, rivals, edit: { ...edit, rivals } });
      return rivals;
    },
    end: (commandId) => void open.delete(commandId),
    look(node) {
      for (const [commandId, { id, edit }] of open)
        if (id === node.id && (isEnded(node.reported.algoStatus) || isDone(edit, valuesOf(node, edit.wanted))))
          open.delete(commandId);
    },
  };
}
