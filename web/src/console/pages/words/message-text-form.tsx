// The words of one message: its subject and text, what may stand in braces in them, and how it would be read.
import type { MessageText } from '@walkaround/contract/app/message-texts.ts'
import { type Placeholder, placeholdersOf } from '@walkaround/contract/messages.ts'
import { useRef, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { Form } from '../../../office/form/form.tsx'
import { TextArea, TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { insertAt } from './insert-at.ts'
import { MessageTextPreview } from './message-text-preview.tsx'
import type { TextName } from './text-name.ts'

interface Draft {
  subject: string
  text: string
}

interface Props {
  name: TextName
  read: Tagged<MessageText>
  onChanged: () => void
}

const draftOf = ({ value: { subject = '', text }, tag }: Tagged<MessageText>): Tagged<Draft> => ({
  value: { subject, text },
  tag,
})

export function MessageTextForm({ name, read, onChanged }: Props) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, ...name }
  const fields = useRef<HTMLDivElement>(null)
  const form = useForm<Draft>({
    first: draftOf(read),
    save: ({ subject, text }, tag) => {
      const body = { text, ...(subject.trim() === '' ? {} : { subject }) }
      return call('putMessageText', params, { body, headers: ifStill(tag) })
    },
    reread: async () => draftOf(await readTagged('getMessageText', params)),
    saved: t('words.saved'),
  })
  const insert = (placeholder: Placeholder) => {
    const { field, ...changed } = insertAt(form.state.draft, fields.current, placeholder)
    form.field(field).change(changed.value)
    requestAnimationFrame(() => changed.settle())
  }
  const { draft } = form.state
  const { isOwn = false } = read.value
  return (
    <div className="words-beside">
      <section className="panel form-part" aria-label={t('words.text')}>
        <h2>{t('words.text')}</h2>
        <Note tone={isOwn ? 'good' : 'plain'} title={t(isOwn ? 'words.isOwn' : 'words.isStandard')} />
        <Form of={form} onSaved={onChanged}>
          <div className="form-part" ref={fields}>
            {name.channel === 'email' && (
              <TextField of={form.field('subject')} label={t('words.subject')} lang={name.language} />
            )}
            <TextArea
              of={form.field('text')}
              label={t('words.words')}
              hint={t('words.wordsWhat')}
              rows={12}
              lang={name.language}
            />
            <Chips names={placeholdersOf(name.message)} onChoose={insert} />
          </div>
        </Form>
        {isOwn && <BackToStandard name={name} tag={read.tag} of={read.value} onDone={onChanged} />}
      </section>
      <MessageTextPreview name={name} draft={draft} />
    </div>
  )
}

/** A tap puts it where somebody last wrote. */
function Chips(props: { names: readonly Placeholder[]; onChoose: (name: Placeholder) => void }) {
  const { t } = useWords()
  return (
    <fieldset className="words-chips">
      <legend>{t('words.placeholders')}</legend>
      <ul>
        {props.names.map((name) => (
          <li key={name}>
            {/* The field keeps its focus, and with it the place. */}
            <button
              type="button"
              className="words-chip"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => props.onChoose(name)}
            >
              <span>{t(`words.placeholder.${name}`)}</span> <span className="mono soft">{`{${name}}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function BackToStandard(props: {
  name: TextName
  tag: string | undefined
  of: MessageText
  onDone: () => void
}) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const { name, tag, of } = props
  const [isAsking, ask] = useState(false)
  return (
    <div className="actions">
      <Button look="danger" onClick={() => ask(true)}>
        {t('words.back')}
      </Button>
      {isAsking && (
        <ConfirmSheet
          title={t('words.backTitle')}
          word={t('words.back')}
          onConfirm={async () => {
            await call(
              'deleteMessageText',
              { system_client_id: client.id, ...name },
              { headers: ifStill(tag) },
            )
            toast(t('words.backDone'))
            props.onDone()
          }}
          onClose={() => ask(false)}
        >
          {t('words.backWhat')}
          <span className="message-text words-standard" lang={name.language}>
            {[of.deliveredSubject, of.deliveredText].filter(Boolean).join('\n\n')}
          </span>
        </ConfirmSheet>
      )}
    </div>
  )
}
