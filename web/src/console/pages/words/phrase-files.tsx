// All phrases as CSV for a spreadsheet, and back: a file takes the place of all that there are, or is refused with each line that is wrong.
import type { Phrases } from '@walkaround/contract/app/phrases.ts'
import {
  faultInWords,
  faultsInPhraseLines,
  type PhraseLine,
  readPhraseLines,
  toPhraseLines,
} from '@walkaround/contract/rules/phrase-lines.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { downloadText } from '../../../office/ui/download.ts'
import { FileButton } from '../../../office/ui/file-button.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button, ErrorNote } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'

interface ReadFile {
  file: string
  phrases: readonly { line: number; phrase: PhraseLine }[]
}

export function PhraseFiles({ read, onDone }: { read: Tagged<Phrases>; onDone: () => void }) {
  const { t, language: spoken } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ file: string; faults: readonly string[] }>()
  const [error, setError] = useState<Error>()
  const [asked, ask] = useState<ReadFile>()
  const take = async (file: File) => {
    setBusy(true)
    setWrong(undefined)
    setError(undefined)
    try {
      const { phrases, faults } = readPhraseLines(await file.text())
      if (faults.length > 0) setWrong({ file: file.name, faults: faults.map(faultInWords) })
      else ask({ file: file.name, phrases })
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  const replace = async ({ file, phrases }: ReadFile) => {
    const body = { phrases: phrases.map(({ phrase }) => phrase) }
    try {
      const more = { body, query: { lang: spoken }, headers: ifStill(read.tag) }
      await call('putPhrases', { system_client_id: client.id }, more)
    } catch (failure) {
      const isOfFile = failure instanceof Refused && failure.kind !== 'preconditionFailed' && failure.info
      if (!isOfFile) throw failure
      // The sheet closes; what is wrong stays beside the button that takes the next file.
      return setWrong({ file, faults: faultsInPhraseLines(failure.info, phrases).map(faultInWords) })
    }
    toast(t('phrases.imported', { n: phrases.length }))
    onDone()
  }
  return (
    <div className="phrases-files">
      <div className="actions">
        <Button onClick={() => downloadText('phrases.csv', toPhraseLines(read.value.phrases))}>
          {t('phrases.export')}
        </Button>
        <FileButton label={t('phrases.import')} accept=".csv,text/csv" isBusy={isBusy} onChoose={take} />
      </div>
      <p className="soft">{t('phrases.filesWhat')}</p>
      {error && <RefusalNote error={error} />}
      {wrong && (
        <ErrorNote title={t('phrases.refused', { file: wrong.file })}>
          <ul lang="en">
            {wrong.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </ErrorNote>
      )}
      {asked && (
        <ConfirmSheet
          title={t('phrases.importTitle')}
          word={t('phrases.replace')}
          onConfirm={() => replace(asked)}
          onClose={() => {
            ask(undefined)
            onDone()
          }}
        >
          {t('phrases.importWhat', {
            file: asked.file,
            before: read.value.phrases.length,
            after: asked.phrases.length,
          })}
        </ConfirmSheet>
      )}
    </div>
  )
}
