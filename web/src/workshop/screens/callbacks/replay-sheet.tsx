// Sends all callbacks since a time again: for a receiver that was down or has lost its data.
import { type FormEvent, useState } from 'preact/compat'
import type { CallbackOperations } from '../../api/callbacks.ts'
import { useWords } from '../../app/words.tsx'
import { Button, Choice, Field } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { RefusalNote } from '../refusal-note.tsx'

type Which = 'all' | 'delivered' | 'givenUp'
const choices: readonly Which[] = ['givenUp', 'delivered', 'all']
const DAY_MS = 86_400_000

export function ReplaySheet(props: {
  operations: CallbackOperations
  onReplayed: () => void
  onClose: () => void
}) {
  const { t, wallClock } = useWords()
  // By the dealership's clock, like the list; the service reads it the same way (A8).
  const [since, setSince] = useState(() => wallClock(Date.now() - DAY_MS))
  const [which, setWhich] = useState<Which>('givenUp')
  const [error, setError] = useState<unknown>()
  const isTime = !Number.isNaN(Date.parse(since))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTime) return
    setError(undefined)
    props.operations.replaySince(since, which === 'all' ? undefined : which).then((n) => {
      toast(t('callbacks.replayed', { n }))
      props.onReplayed()
      props.onClose()
    }, setError)
  }
  return (
    <Sheet title={t('callbacks.replaySince')} onClose={props.onClose}>
      <form className="decision-form" onSubmit={submit}>
        <Field
          label={t('callbacks.since')}
          type="datetime-local"
          value={since}
          required
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <Choice
          label={t('callbacks.replayWhich')}
          value={which}
          options={choices.map((value) => ({
            value,
            label: t(value === 'all' ? 'callbacks.all' : `callbacks.state.${value}`),
          }))}
          onChoose={setWhich}
        />
        <p className="soft">{t('callbacks.replayWhat')}</p>
        {error !== undefined && <RefusalNote error={error} />}
        <Button type="submit" look="main" icon="undo" isWide disabled={!isTime}>
          {t('callbacks.replay')}
        </Button>
      </form>
    </Sheet>
  )
}
