// Parts for a finding: one tap asks for them, a second one takes that back; and what the parts desk replied. Only at a site with the
// parts step. All of it works without a network.
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import { partLimits, partWords } from '@walkaround/contract/rules/parts.ts'
import { useId, useState } from 'preact/compat'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { findClockAhead } from '../../store/clock.ts'
import { newId } from '../../store/ids.ts'
import { needsParts, partsOf } from '../../store/part-requests.ts'
import type { Question } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button } from '../../ui/parts.tsx'
import type { ChecklistView } from '../checklist/use-checklist.ts'
import { PartState } from './part-state.tsx'

interface Props {
  question: Question
  view: ChecklistView
}

export function FindingParts({ question, view }: Props) {
  const { t } = useWords()
  const { survey } = view.page
  const request = partsOf(view.page, question.id)
  if (!request && !(needsParts(question) && !survey.closed)) return null
  return (
    <section className="finding-part" aria-labelledby="finding-parts">
      <h3 id="finding-parts">{t('parts.title')}</h3>
      {request && <PartState request={request} />}
      {request && <OnlyHere question={question} view={view} />}
      {!survey.closed && <Ask question={question} view={view} request={request} />}
    </section>
  )
}

/** Said without a network: then nobody else knows of it yet. */
function OnlyHere({ question, view }: Props) {
  const { t } = useWords()
  const isOnline = useSignal(useWorkshop().isOnline)
  const isUnsent = view.items.some(
    ({ change, state }) =>
      change.type === 'putPartRequest' &&
      change.questionId === question.id &&
      (state === 'device' || state === 'sent'),
  )
  if (isOnline || !isUnsent) return null
  return (
    <p className="part-waiting soft">
      <Icon name="device" size={18} /> {t('notes.waiting')}
    </p>
  )
}

function Ask({ question, view, request }: Props & { request: PartRequest | undefined }) {
  const { t } = useWords()
  const { store } = useWorkshop()
  const id = useId()
  const [text, setText] = useState('')
  const change = async (toChange: (when: { at: string; clockAhead?: number }) => Change) => {
    const clockAhead = await findClockAhead(store)
    const at = new Date().toISOString()
    await view.change([toChange({ at, ...(clockAhead === undefined ? {} : { clockAhead }) })])
  }
  const ask = () =>
    change((when) => {
      const words = partWords(request ? request.text : text)
      const asked = { tap: newId(), ...when, ...(words === undefined ? {} : { text: words }) }
      return { type: 'putPartRequest', questionId: question.id, request: asked }
    })
  const takeBack = () => {
    // To be corrected and asked for again.
    setText(request?.text ?? '')
    return change((withdrawn) => ({ type: 'deletePartRequest', questionId: question.id, withdrawn }))
  }
  if (request)
    return (
      <div className="actions part-actions">
        <Button look="quiet" icon="undo" onClick={takeBack}>
          {t('parts.takeBack')}
        </Button>
        {request.state !== 'requested' && (
          <Button look="quiet" icon="sync" onClick={ask}>
            {t('parts.askAgain')}
          </Button>
        )}
      </div>
    )
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t('parts.text')}</label>
        <textarea
          id={id}
          rows={2}
          value={text}
          maxLength={partLimits.text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Button icon="parts" onClick={ask}>
        {t('parts.ask')}
      </Button>
    </>
  )
}
