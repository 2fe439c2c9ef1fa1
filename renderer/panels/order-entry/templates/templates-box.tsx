import { useState, type ReactElement } from 'react';
import { algoSentence } from '../../../../shared/words/algo-sentence.ts';
import { sentence } from '../../../../shared/rules/order-rules.ts';
import { useKeyLabel } from '../../../state/keys/key-bindings.ts';
import { useInstrument } from '../../../state/kept/symbol.ts';
import { nameProblem, whyFull, type Template, type TemplateOrder } from '../../../state/kept/template-list.ts';
import {
  deleteTemplate,
  renameTemplate,
  saveTemplate,
  templateKey,
  useTemplates,
} from '../../../state/kept/templates.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { recall } from './recall.ts';

/** The templates of the profile, and the name under which what stands in the ticket is saved. */
export function TemplatesBox(props: { readonly order: TemplateOrder; close(): void }): ReactElement {
  const { order, close } = props;
  const { templates, refused } = useTemplates();
  return (
    <div className="templates">
      {templates.length === 0 ? (
        <p className="templates-none">None is saved yet. A template fills the ticket and never sends by itself.</p>
      ) : (
        <ul aria-label="Saved templates">
          {templates.map((template) => (
            <TemplateRow key={template.id} template={template} templates={templates} close={close} />
          ))}
        </ul>
      )}
      {refused === 0 ? null : (
        <p className="templates-refused">
          {refused} stored {refused === 1 ? 'template' : 'templates'} cannot be read, and will be gone with the next
          change.
        </p>
      )}
      <SaveForm order={order} templates={templates} close={close} />
    </div>
  );
}

function TemplateRow(props: {
  readonly template: Template;
  readonly templates: readonly Template[];
  close(): void;
}): ReactElement {
  const { template, templates, close } = props;
  const { id, name } = template;
  const [doing, setDoing] = useState<'rename' | 'delete' | null>(null);
  const key = useKeyLabel(templateKey(id));
  if (doing === 'rename')
    return (
      <li className="template">
        <RenameForm template={template} templates={templates} done={() => setDoing(null)} />
      </li>
    );
  if (doing === 'delete')
    return (
      <li className="template template-question">
        <span>
          Delete “<bdi>{name}</bdi>”?
        </span>
        <Button size="small" onClick={() => setDoing(null)}>
          Keep
        </Button>
        <Button size="small" kind="danger" onClick={() => deleteTemplate(id)}>
          Delete
        </Button>
      </li>
    );
  return (
    <li className="template">
      <button
        type="button"
        className="template-fill"
        aria-label={`Fill from ${name}`}
        onClick={() => {
          recall(template);
          close();
        }}
      >
        <bdi className="template-name">{name}</bdi>
        <TemplateWords order={template.order} />
      </button>
      {key === null ? null : <kbd>{key}</kbd>}
      <IconButton icon="pencil" size="small" label={`Rename ${name}`} onClick={() => setDoing('rename')} />
      <IconButton icon="close" size="small" label={`Delete ${name}`} onClick={() => setDoing('delete')} />
    </li>
  );
}

/** What it would fill in, as a sentence where the symbol's units are known. */
function TemplateWords({ order }: { readonly order: TemplateOrder }): ReactElement {
  const { symbol } = order.draft;
  const instrument = useInstrument(symbol);
  const words =
    instrument === undefined
      ? 'not listed'
      : order.kind === 'algo'
        ? algoSentence(order.draft, instrument)
        : sentence(order.draft, instrument);
  return (
    <span className="template-words">
      {symbol} · {words}
    </span>
  );
}

function RenameForm(props: {
  readonly template: Template;
  readonly templates: readonly Template[];
  done(): void;
}): ReactElement {
  const { template, templates, done } = props;
  const [name, setName] = useState(template.name);
  const problem = nameProblem(name, templates, template.id);
  const rename = (): void => {
    if (problem !== null) return;
    renameTemplate(template.id, name);
    done();
  };
  return (
    <form
      className="template-form"
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <Field label="New name" value={name} onChange={setName} error={problem?.reason} />
      <Button size="small" onClick={done}>
        Keep
      </Button>
      <Button size="small" kind="primary" whyDisabled={problem?.reason} onClick={rename}>
        Rename
      </Button>
    </form>
  );
}

function SaveForm(props: {
  readonly order: TemplateOrder;
  readonly templates: readonly Template[];
  close(): void;
}): ReactElement {
  const { order, templates, close } = props;
  const [name, setName] = useState('');
  const problem = nameProblem(name, templates, null);
  const twin = problem?.twin ?? null;
  const full = twin === null ? whyFull(templates) : null;
  const save = (id?: string): void => {
    saveTemplate(name, order, id);
    close();
  };
  return (
    <form
      className="template-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && full === null) save();
      }}
    >
      <Field
        label="Template name"
        value={name}
        onChange={setName}

        // An empty name is no mistake yet; the button says what is missing.
        error={name === '' ? undefined : (full ?? problem?.reason)}
        suggestion={twin === null ? undefined : { text: 'replace it', take: () => save(twin.id) }}
      />
      <Button size="small" kind="primary" whyDisabled={full ?? problem?.reason} onClick={() => save()}>
        Save
      </Button>
    </form>
  );
}
