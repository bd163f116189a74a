// Takes in a file and says what became of it, or all that is wrong with it.
import type { OperationId, ReplyBodyOf } from '@walkaround/contract/client.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { FileButton } from '../../../office/ui/file-button.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { ErrorNote, Note } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'

type Import = Extract<OperationId, 'importTemplateFile' | 'importPackageFile'>

interface Props<I extends Import> {
  id: I
  label: string
  say: (done: ReplyBodyOf<I>) => string
  onDone: () => void
}

export function ImportFile<I extends Import>({ id, label, say, onDone }: Props<I>) {
  const { sendFile } = useOffice()
  const { client } = useSignedIn()
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState<string>()
  const [error, setError] = useState<{ failure: Error; file: string }>()
  const take = async (file: File) => {
    setBusy(true)
    setError(undefined)
    setDone(undefined)
    try {
      setDone(say((await sendFile<Import>(id, { system_client_id: client.id }, file)) as ReplyBodyOf<I>))
      onDone()
    } catch (failure) {
      setError({ failure: failure as Error, file: file.name })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="import-file">
      <FileButton label={label} accept=".json,application/json" isBusy={isBusy} onChoose={take} />
      <div role="status">{done && <Note tone="good" title={done} />}</div>
      {error && <Mistakes {...error} />}
    </div>
  )
}

/** Each line of a refusal names its place in the file and the rule. */
function Mistakes({ failure, file }: { failure: Error; file: string }) {
  const { t } = useWords()
  if (!(failure instanceof Refused) || !failure.info) return <RefusalNote error={failure} />
  return (
    <ErrorNote title={t('catalogue.refused', { file })}>
      <ul lang="en">
        {failure.info.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ErrorNote>
  )
}
