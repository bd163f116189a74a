// One phrase: what it says in each language, about which questions, and the colour that it gives.
import type { Phrases } from '@walkaround/contract/app/phrases.ts'
import { type Language, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useRef, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { ListField, SelectField } from '../../../office/form/choice-fields.tsx'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { Form } from '../../../office/form/form.tsx'
import { isSame } from '../../../office/form/form-state.ts'
import { TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { type PhraseDraft, phraseText, toPhraseDraft, withoutPhrase, withPhrase } from './phrase-drafts.ts'

interface Props {
  read: Tagged<Phrases>
  /** Undefined: a new one. */
  id: string | undefined
  onDone: () => void
  onClose: () => void
}

const FORM = 'phrase'

export function PhraseSheet({ read, id, onDone, onClose }: Props) {
  const { t, language: spoken } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const query = { lang: spoken }
  const [isRemoving, remove] = useState(false)
  /** Somebody else has removed it meanwhile: only a deliberate press adds it again. */
  const [isGone, setGone] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [notAdded, setNotAdded] = useState<Error>()
  /** What the list was when the form was last compared with it. */
  const list = useRef(read)
  const draftOf = (now: Tagged<Phrases>): Tagged<PhraseDraft> => {
    list.current = now
    const { value, tag } = now
    const known = value.phrases.find((one) => one.id === id)
    if (id !== undefined && !known) {
      setGone(true)
      throw new Error('the phrase was removed')
    }
    return { value: toPhraseDraft(known), tag }
  }
  const [first] = useState(() => draftOf(read))
  const form = useForm<PhraseDraft>({
    first,
    save: (draft, tag) =>
      call('putPhrases', params, {
        body: withPhrase(list.current.value.phrases, id, draft),
        query,
        headers: ifStill(tag),
      }),
    reread: async () => draftOf(await readTagged('getPhrases', params, query)),
    saved: t('phrases.saved'),
    names: { phrases: client.language as Language },
  })
  const phrase = read.value.phrases.find((one) => one.id === id)
  const addAgain = async () => {
    setAdding(true)
    setNotAdded(undefined)
    try {
      const now = await readTagged('getPhrases', params, query)
      const body = withPhrase(now.value.phrases, undefined, form.state.draft)
      await call('putPhrases', params, { body, query, headers: ifStill(now.tag) })
      toast(t('phrases.saved'))
      onDone()
    } catch (failure) {
      setNotAdded(failure as Error)
      setAdding(false)
    }
  }
  return (
    <Sheet
      title={phrase ? phraseText(phrase, client.language as Language) : t('phrases.add')}
      onClose={onClose}
      footer={
        <div className="actions">
          {phrase && !isGone && (
            <Button look="danger" onClick={() => remove(true)}>
              {t('phrases.remove')}
            </Button>
          )}
          <Button onClick={isGone ? onDone : onClose}>{t('form.cancel')}</Button>
          {isGone ? (
            <Button look="main" aria-busy={isAdding} onClick={addAgain}>
              {t('phrases.addAgain')}
            </Button>
          ) : (
            <Button type="submit" form={FORM} look="main" aria-busy={form.isSaving}>
              {t(form.isSaving ? 'form.saving' : 'form.save')}
            </Button>
          )}
        </div>
      }
    >
      {isGone && (
        <Note tone="soon" isAlert title={t('phrases.gone')}>
          {t('phrases.goneWhat')}
        </Note>
      )}
      {notAdded && <RefusalNote error={notAdded} />}
      <Form of={isGone ? { ...form, error: undefined } : form} id={FORM} onSaved={onDone}>
        {languages.map((language) => (
          <TextField
            key={language}
            of={form.field(language)}
            label={languageNames[language]}
            hint={language === client.language ? t('phrases.textWhat') : undefined}
            lang={language}
            autoComplete="off"
          />
        ))}
        <SelectField
          of={form.field('status')}
          label={t('phrases.colour')}
          hint={t('phrases.colourWhat')}
          none={t('phrases.noColour')}
          options={(['green', 'amber', 'red'] as const).map((value) => ({
            value,
            label: t(`status.${value}`),
          }))}
        />
        <ListField
          of={form.field('questions')}
          label={t('phrases.questions')}
          hint={t('phrases.questionsWhat')}
          options={read.value.questions.map(({ id: value, text, template }) => ({
            value,
            label: text,
            detail: `${template} · ${value}`,
          }))}
        />
      </Form>
      {isRemoving && phrase && (
        <ConfirmSheet
          title={t('phrases.removeTitle')}
          word={t('phrases.remove')}
          onConfirm={async () => {
            const now = await readTagged('getPhrases', params, query)
            // Other phrases may have changed meanwhile; if this one has, the service refuses by the former tag.
            const same = now.value.phrases.find((one) => one.id === phrase.id)
            const tag = same && isSame(same, phrase) ? now.tag : read.tag
            const body = withoutPhrase(now.value.phrases, phrase.id)
            if (same) await call('putPhrases', params, { body, query, headers: ifStill(tag) })
            toast(t('phrases.removed'))
            onDone()
          }}
          onClose={() => remove(false)}
        >
          {t('phrases.removeWhat')}
        </ConfirmSheet>
      )}
    </Sheet>
  )
}
