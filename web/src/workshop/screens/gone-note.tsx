// An entry of a log that cannot be shown: because it is no longer kept, or for another reason.
import { Refused } from '../api/problem.ts'
import { Note } from '../ui/parts.tsx'
import { RefusalNote } from './refusal-note.tsx'

export function GoneNote(props: {
  error: unknown
  title: string
  what?: string | undefined
  onRetry: () => void
}) {
  const { error } = props
  if (!(error instanceof Refused) || error.kind !== 'noSuchResource')
    return <RefusalNote error={error} onRetry={props.onRetry} />
  return (
    <Note tone="soon" icon="clock" isAlert title={props.title}>
      {props.what}
    </Note>
  )
}
