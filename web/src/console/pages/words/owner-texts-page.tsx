// What the owner's page says in the client's own words, in one language, beside the page itself.
import type { OwnerTexts } from '@walkaround/contract/app/owner-texts.ts'
import {
  isExtraText,
  type OwnerPlaceholder,
  type OwnerTextName,
  ownerTextNames,
  ruleOf,
} from '@walkaround/contract/rules/owner-texts.ts'
import { type Language, languageNames } from '@walkaround/contract/rules/texts.ts'
import { useRef, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { Form } from '../../../office/form/form.tsx'
import { TextArea, TextField } from '../../../office/form/text-fields.tsx'
import { type FieldOf, useForm } from '../../../office/form/use-form.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { KindsOfWords, LanguageChoice, useTextLanguage } from './kinds.tsx'
import { type OwnerTextsDraft, toOwnerTextsDraft } from './owner-texts-draft.ts'
import { OwnerTextsPreview } from './owner-texts-preview.tsx'
import { placed } from './placed.ts'

export function OwnerTextsPage() {
  const { t } = useWords()
  const { readTagged } = useOffice()
  const { client } = useSignedIn()
  const language = useTextLanguage()
  const key = `${client.id} ${language}`
  const reading = useRead(key, () => readTagged('getOwnerTexts', { system_client_id: client.id, language }))
  return (
    <Page title={t('ownerTexts.title')} what={t('ownerTexts.lead')} tools={<KindsOfWords now="ownerTexts" />}>
      <LanguageChoice language={language} />
      <ShowReading of={reading}>
        {(read) => <TextsForm key={key} language={language} read={read} onChanged={reading.reload} />}
      </ShowReading>
    </Page>
  )
}

interface Props {
  language: Language
  read: Tagged<OwnerTexts>
  onChanged: () => void
}

function TextsForm({ language, read, onChanged }: Props) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, language }
  /** The field somebody last wrote in. */
  const [active, activate] = useState<OwnerTextName>()
  const form = useForm<OwnerTextsDraft>({
    first: toOwnerTextsDraft(read),
    save: (draft, tag) => call('putOwnerTexts', params, { body: draft, headers: ifStill(tag) }),
    reread: async () => toOwnerTextsDraft(await readTagged('getOwnerTexts', params)),
    saved: t('ownerTexts.saved'),
  })
  return (
    <div className="words-beside">
      <section className="panel form-part" aria-label={t('ownerTexts.form')}>
        <h2>{t('ownerTexts.form')}</h2>
        <p className="soft">{t('ownerTexts.formWhat')}</p>
        <Form of={form} onSaved={onChanged}>
          {ownerTextNames.map((name) => (
            <OneText
              key={name}
              name={name}
              of={form.field(name)}
              otherwise={read.value.otherwise[name]}
              language={language}
              isActive={name === active}
              onActive={() => activate(name)}
            />
          ))}
        </Form>
        {read.value.isOwn && <BackToStandard language={language} tag={read.tag} onDone={onChanged} />}
      </section>
      <OwnerTextsPreview language={language} draft={form.state.draft} />
    </div>
  )
}

/** What is as short as that has room in one line. */
const SHORT = 100

function OneText(props: {
  name: OwnerTextName
  of: FieldOf<string>
  otherwise: string | undefined
  language: Language
  isActive: boolean
  onActive: () => void
}) {
  const { t } = useWords()
  const { name, of, otherwise, language } = props
  const box = useRef<HTMLDivElement>(null)
  const insert = (placeholder: OwnerPlaceholder) => {
    const control = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    const from = control?.selectionStart ?? of.value.length
    const { value, cursor } = placed(of.value, placeholder, from, control?.selectionEnd ?? from)
    of.change(value)
    requestAnimationFrame(() => {
      control?.focus()
      control?.setSelectionRange(cursor, cursor)
    })
  }
  const { longest, isExtra } = ruleOf(name)
  const field = {
    // A long text of one line is broken by the field, not by whoever types.
    of: isExtra ? of : { ...of, change: (value: string) => of.change(value.replaceAll(/\s*\n\s*/g, ' ')) },
    label: t(`ownerTexts.name.${name}`),
    hint: <WhereAndWhose {...props} />,
    lang: language,
    placeholder: otherwise ?? '',
  }
  return (
    <div className="owner-text" ref={box} onFocusCapture={props.onActive}>
      {longest > SHORT ? (
        <TextArea {...field} rows={isExtra ? 3 : 2} />
      ) : (
        <TextField {...field} autoComplete="off" />
      )}
      {props.isActive && (
        <ul className="words-inserts" aria-label={t('words.placeholders')}>
          {ruleOf(name).placeholders.map((one) => (
            <li key={one}>
              {/* The field keeps its focus, and with it the place. */}
              <button
                type="button"
                className="words-chip"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(one)}
              >
                <span>{t(`words.placeholder.${one === 'telephone' ? 'phone' : one}`)}</span>{' '}
                <span className="mono soft">{`{${one}}`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Where the text is shown, and whether it is the client's own. */
function WhereAndWhose({
  name,
  of,
  otherwise,
  language,
}: {
  name: OwnerTextName
  of: FieldOf<string>
  otherwise: string | undefined
  language: Language
}) {
  const { t } = useWords()
  const { client } = useSignedIn()
  const isOwn = of.value.trim() !== ''
  const asIn = () => t('ownerTexts.asIn', { language: languageNames[client.language as Language] })
  const whose = () => {
    if (isOwn) return <strong>{t('words.own')}</strong>
    if (otherwise === undefined) return t('ownerTexts.nothing')
    return isExtraText(name) ? asIn() : t('words.standard')
  }
  const [before = '', after = ''] = t('ownerTexts.standardIs', { text: '\u0000' }).split('\u0000')
  return (
    <>
      {whose()} · {t(`ownerTexts.at.${name}`)}
      {isOwn && otherwise !== undefined && !isExtraText(name) && (
        <span className="owner-standard">
          {before}
          <span lang={language}>{otherwise}</span>
          {after}
        </span>
      )}
    </>
  )
}

function BackToStandard(props: { language: Language; tag: string | undefined; onDone: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [isAsking, ask] = useState(false)
  const { language, tag } = props
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
            const params = { system_client_id: client.id, language }
            await call('deleteOwnerTexts', params, { headers: ifStill(tag) })
            toast(t('words.backDone'))
            props.onDone()
          }}
          onClose={() => ask(false)}
        >
          {t('ownerTexts.backWhat')}
        </ConfirmSheet>
      )}
    </div>
  )
}
