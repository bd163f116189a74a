// The phrases that tablets offer for comments: a list to search, a sheet for one of them, and all of them as a file.
import type { Phrases } from '@walkaround/contract/app/phrases.ts'
import { foldForSearch as fold } from '@walkaround/contract/rules/folding.ts'
import { useMemo, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { Tagged } from '../../../office/app/tagged.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Empty, Field, StatusBadge } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { KindsOfWords, LanguageChoice, useTextLanguage } from './kinds.tsx'
import { phraseText } from './phrase-drafts.ts'
import { PhraseFiles } from './phrase-files.tsx'
import { PhraseSheet } from './phrase-sheet.tsx'

type Listed = Phrases['phrases'][number]

export function PhrasesPage() {
  const { t, language: spoken } = useWords()
  const { readTagged } = useOffice()
  const { client } = useSignedIn()
  const language = useTextLanguage()
  // The questions as whoever reads them speaks.
  const reading = useRead(`${client.id} ${spoken}`, () =>
    readTagged('getPhrases', { system_client_id: client.id }, { lang: spoken }),
  )
  return (
    <Page title={t('phrases.title')} what={t('phrases.lead')} tools={<KindsOfWords now="phrases" />}>
      <LanguageChoice language={language} />
      <ShowReading of={reading}>{(read) => <Known read={read} reload={reading.reload} />}</ShowReading>
    </Page>
  )
}

function Known({ read, reload }: { read: Tagged<Phrases>; reload: () => void }) {
  const { t } = useWords()
  const language = useTextLanguage()
  const [sought, seek] = useState('')
  /** `new`, or the id of a phrase. */
  const [open, show] = useState<string>()
  const { phrases, questions } = read.value
  const nameOf = useMemo(() => new Map(questions.map(({ id, text }) => [id, text])), [questions])
  const aboutOf = (phrase: Listed) =>
    phrase.questions?.map((id) => nameOf.get(id) ?? id).join(', ') ?? t('phrases.everyQuestion')
  // Once for a thousand phrases, not with each letter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a phrase is about follows from these
  const folded = useMemo(
    () =>
      phrases.map((phrase) => ({
        phrase,
        words: fold(`${phrase.words.map(({ text }) => text).join('|')}|${aboutOf(phrase)}`),
      })),
    [phrases, nameOf, t],
  )
  const found = useMemo(() => {
    const wanted = fold(sought)
    return folded.filter(({ words }) => words.includes(wanted)).map(({ phrase }) => phrase)
  }, [folded, sought])
  const columns: readonly Column<Listed>[] = [
    {
      name: 'text',
      label: t('phrases.text'),
      read: (phrase) => phraseText(phrase, language),
      show: (phrase) => (
        <button type="button" className="phrase-open" lang={language} onClick={() => show(phrase.id)}>
          {phraseText(phrase, language)}
        </button>
      ),
    },
    { name: 'questions', label: t('phrases.questions'), read: aboutOf },
    {
      name: 'colour',
      label: t('phrases.colour'),
      read: ({ status }) => status ?? '',
      show: ({ status }) =>
        status ? <StatusBadge status={status} /> : <span className="soft">{t('phrases.noColour')}</span>,
    },
  ]
  return (
    <section className="panel form-part" aria-label={t('phrases.title')}>
      <div className="phrases-tools">
        <Field
          className="phrases-seek"
          label={t('phrases.seek')}
          type="search"
          autoComplete="off"
          value={sought}
          onInput={({ currentTarget }) => seek((currentTarget as HTMLInputElement).value)}
        />
        <p className="soft" role="status">
          {t('phrases.count', { n: found.length })}
        </p>
        <Button look="main" icon="plus" onClick={() => show('new')}>
          {t('phrases.add')}
        </Button>
      </div>
      {found.length > 0 ? (
        <Table caption={t('phrases.title')} columns={columns} rows={found} keyOf={({ id }) => id} />
      ) : (
        <Empty
          icon="note"
          title={t(phrases.length === 0 ? 'phrases.none' : 'phrases.noneFound')}
          {...(phrases.length === 0 ? { what: t('phrases.noneWhat') } : {})}
        />
      )}
      <PhraseFiles read={read} onDone={reload} />
      {open !== undefined && (
        <PhraseSheet
          key={open}
          read={read}
          id={open === 'new' ? undefined : open}
          onClose={() => show(undefined)}
          onDone={() => {
            show(undefined)
            reload()
          }}
        />
      )}
    </section>
  )
}
