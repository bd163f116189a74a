// Finish, and the result afterwards: what is missing as links, totals that lead to their questions, complete; then prices, sending,
// printing and what the owner did; reopen for managers.
import { useMemo, useState } from 'preact/compat'
import { useClient, useRight, useWorkshop } from '../../app/context.tsx'
import { askForQuestion } from '../../app/focus-request.ts'
import { back, Link } from '../../app/router.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { CarClock, useWords } from '../../app/words.tsx'
import type { Route } from '../../paths.ts'
import { mayAdvise, mayAnswer, mayReopen } from '../../rights.ts'
import { formLanguageOf } from '../../store/customer-language.ts'
import { edit } from '../../store/outbox.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Button, Empty, IconButton, Note, Spinner, type Status, statusIcons } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { carOf, customerOf } from '../checklist/checklist-head.tsx'
import { LockedNote } from '../checklist/locked-note.tsx'
import { type PlannedSection, planChecklist } from '../checklist/plan.ts'
import { type ChecklistView, useChecklist } from '../checklist/use-checklist.ts'
import {
  type FinishFacts,
  finishFacts,
  listByStatus,
  type MissingThing,
  type Place,
  unsentMedia,
} from './missing.ts'
import { PrintSheet } from './print-sheet.tsx'
import { TimelinePanel } from './timeline.tsx'
import { useTimeline } from './use-timeline.ts'

export function Finish({ route }: { route: { readonly surveyId: string } }) {
  const { t } = useWords()
  const view = useChecklist(route.surveyId)
  if (view.state === 'ready')
    return (
      <CarClock branchId={view.page.branchId}>
        <Opened surveyId={route.surveyId} view={view} />
      </CarClock>
    )
  return (
    <main id="main" className="screen">
      {view.state === 'loading' ? (
        <Spinner>{t('app.loading')}</Spinner>
      ) : (
        <Empty icon="offline" title={t('check.absent')} what={t('check.absentWhat')} />
      )}
    </main>
  )
}

function Opened({ surveyId, view }: { surveyId: string; view: ChecklistView }) {
  const { t } = useWords()
  const { page, media } = view
  const sections = useMemo(() => planChecklist(page), [page])
  const facts = useMemo(() => finishFacts(page, sections, media), [page, sections, media])
  const places = useMemo(() => listByStatus(sections), [sections])
  const isAdvisor = useRight(mayAdvise)
  const isReader = useRight(mayAnswer) === false
  const car = carOf(page)
  const isDone = page.survey.completed || page.survey.closed
  return (
    <main id="main" className="screen narrow finish">
      <header className="screen-head">
        <IconButton icon="back" label={t('app.back')} onClick={() => back({ screen: 'survey', surveyId })} />
        <div>
          <h1>{t(isDone ? 'result.title' : 'finish.title')}</h1>
          <p className="soft">
            {[car.numberPlate, [car.make, car.model].filter(Boolean).join(' '), customerOf(page)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </header>
      <LockedNote view={view} />
      <Totals surveyId={surveyId} places={places} isNamed={isDone === true} />
      {!isDone && <Missing surveyId={surveyId} facts={facts} />}
      <Unsent view={view} />
      {!isDone && !isReader && <Complete view={view} isReady={facts.missing.length === 0} />}
      {(isDone || isAdvisor) && (
        <Afterwards surveyId={surveyId} view={view} sections={sections} isDone={isDone === true} />
      )}
    </main>
  )
}

const shownStatuses: readonly Status[] = ['red', 'amber', 'green', 'none']

/** Each count opens the questions behind it. */
function Totals(props: { surveyId: string; places: Record<Status, Place[]>; isNamed: boolean }) {
  const { t } = useWords()
  const { surveyId, places, isNamed } = props
  const [chosen, choose] = useState<Status>()
  const unchecked = places.none.length
  return (
    <>
      <ul className="totals" aria-label={t('result.counts')}>
        {shownStatuses.map((status) => (
          <li key={status}>
            <button
              type="button"
              className={`total ${status}`}
              aria-expanded={chosen === status}
              disabled={places[status].length === 0}
              onClick={() => choose(chosen === status ? undefined : status)}
            >
              <Icon name={statusIcons[status]} size={28} />
              <span className="total-count">{places[status].length}</span>
              <span>{t(`status.${status}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen && places[chosen].length > 0 && (
        <section className="panel" aria-labelledby="result-list">
          <h2 id="result-list">
            {t('result.listOf', { what: t(`status.${chosen}`), n: places[chosen].length })}
          </h2>
          <Places surveyId={surveyId} places={places[chosen]} icon={statusIcons[chosen]} />
        </section>
      )}
      {isNamed && unchecked > 0 && chosen !== 'none' && (
        <Note tone="plain" icon="none" title={t('result.notChecked', { n: unchecked })}>
          {places.none.map(({ text }) => text).join(' · ')}
        </Note>
      )}
    </>
  )
}

function Places(props: { surveyId: string; places: readonly Place[]; icon: IconName }) {
  const { surveyId } = props
  return (
    <ul className="things">
      {props.places.map(({ questionId, section, text }) => (
        <li key={questionId}>
          <Link className="thing" to={{ screen: 'finding', surveyId, questionId }}>
            <Icon name={props.icon} />
            <span className="thing-words">
              <span className="thing-text">{text}</span>
              <span className="soft">{section}</span>
            </span>
            <Icon name="next" size={20} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const whatIcons: Readonly<Record<MissingThing['what'][number], IconName>> = {
  answer: 'none',
  signature: 'pen',
  video: 'video',
  photo: 'camera',
}

function Missing({ surveyId, facts }: { surveyId: string; facts: FinishFacts }) {
  const { t } = useWords()
  return (
    <>
      {facts.missing.length > 0 && (
        <section className="panel" aria-labelledby="finish-missing">
          <h2 id="finish-missing">{t('finish.missing', { n: facts.missing.length })}</h2>
          <Things surveyId={surveyId} things={facts.missing} />
        </section>
      )}
      {facts.reminders.length > 0 && (
        <section className="panel" aria-labelledby="finish-photos">
          <h2 id="finish-photos">{t('finish.photos', { n: facts.reminders.length })}</h2>
          <p className="soft">{t('finish.photosWhat')}</p>
          <Things surveyId={surveyId} things={facts.reminders} />
        </section>
      )}
    </>
  )
}

function Things({ surveyId, things }: { surveyId: string; things: readonly MissingThing[] }) {
  const { t } = useWords()
  return (
    <ul className="things">
      {things.map((thing) => (
        <li key={thing.questionId}>
          <Link
            className="thing"
            to={placeOf(surveyId, thing)}
            onClick={() => askForQuestion(surveyId, thing.questionId)}
          >
            <Icon name={whatIcons[thing.what[0]!]} />
            <span className="thing-words">
              <span className="thing-text">{thing.text}</span>
              <span className="soft">
                {[thing.section, ...thing.what.map((what) => t(`finish.what.${what}`))].join(' · ')}
              </span>
            </span>
            <Icon name="next" size={20} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** An answer is given on the checklist, at its question; other things have their own screens. */
function placeOf(surveyId: string, { questionId, what }: MissingThing): Route {
  if (what.includes('answer')) return { screen: 'survey', surveyId }
  if (what.includes('video')) return { screen: 'video', surveyId }
  if (what.includes('signature')) return { screen: 'handover', surveyId }
  return { screen: 'finding', surveyId, questionId }
}

/** Only information, never in the way. */
function Unsent({ view }: { view: ChecklistView }) {
  const { t, size } = useWords()
  const { photos, videos, bytes } = unsentMedia(view.media)
  const edits = view.items.filter(({ state }) => state === 'device' || state === 'sent').length
  const refused = view.items.filter(({ state }) => state === 'refused').length
  const words = [
    ...(edits > 0 ? [t('sync.edits', { n: edits })] : []),
    ...(photos > 0 ? [t('sync.photos', { n: photos })] : []),
    ...(videos > 0 ? [t('sync.videos', { n: videos })] : []),
  ].join(', ')
  return (
    <>
      {refused > 0 && (
        <Note
          tone="bad"
          title={t('sync.refused', { n: refused })}
          action={<LinkButton to={{ screen: 'sync' }}>{t('sync.title')}</LinkButton>}
        >
          {t('sync.refusedWhat')}
        </Note>
      )}
      {words !== '' && (
        <Note tone="soon" icon="device" title={t('finish.unsent', { what: words })}>
          {bytes > 0 ? t('finish.unsentMedia', { size: size(bytes) }) : t('finish.unsentWhat')}
        </Note>
      )}
    </>
  )
}

function Complete({ view, isReady }: { view: ChecklistView; isReady: boolean }) {
  const { t } = useWords()
  const isOnline = useSignal(useWorkshop().isOnline)
  const complete = async () => {
    await view.change([edit({ kind: 'complete' })])
    toast(t(isOnline ? 'finish.completed' : 'finish.queued'))
  }
  return (
    <div className="finish-go">
      <Button look="main" icon="check" isWide disabled={!isReady} onClick={complete}>
        {t('finish.complete')}
      </Button>
      <p className="soft">
        {t(!isReady ? 'finish.notReady' : isOnline ? 'finish.completeWhat' : 'finish.completeOffline')}
      </p>
    </div>
  )
}

/** What is done with a result. An advisor may begin with it while the technician still works (E2). */
function Afterwards(props: {
  surveyId: string
  view: ChecklistView
  sections: readonly PlannedSection[]
  isDone: boolean
}) {
  const { t } = useWords()
  const { surveyId, view, sections, isDone } = props
  const client = useClient()
  const isAdvisor = client !== undefined && mayAdvise(client)
  const reading = useTimeline(surveyId)
  const [isPrinting, setPrinting] = useState(false)
  const waiting = view.items.some(
    ({ state, change }) =>
      state !== 'confirmed' &&
      state !== 'refused' &&
      change.type === 'edit' &&
      change.edit.kind === 'complete',
  )
  const isUnsent = [...view.items, ...view.media].some(({ state }) => state !== 'confirmed')
  const entries = reading.kept?.timeline.entries ?? []
  return (
    <>
      {waiting && <Note tone="soon" icon="device" title={t('finish.queued')} />}
      <div className="actions result-actions">
        <LinkButton to={{ screen: 'quotes', surveyId }} look={isDone ? 'main' : 'plain'} icon="pen">
          {t('result.price')}
        </LinkButton>
        {isAdvisor && (
          <LinkButton to={{ screen: 'send', surveyId }} icon="letter">
            {t('result.send')}
          </LinkButton>
        )}
        <Button icon="page" aria-haspopup="dialog" onClick={() => setPrinting(true)}>
          {t('result.print')}
        </Button>
      </div>
      {(isDone || entries.length > 0) && <TimelinePanel reading={reading} page={view.page} />}
      {isDone && (
        <div className="actions">
          <LinkButton to={{ screen: 'board' }} icon="board">
            {t('app.toBoard')}
          </LinkButton>
        </div>
      )}
      {isDone &&
        !view.page.survey.closed &&
        (client && mayReopen(client) ? (
          <Reopen view={view} />
        ) : (
          <p className="soft">{t('finish.reopenWho')}</p>
        ))}
      {isPrinting && (
        <PrintSheet
          surveyId={surveyId}
          page={view.page}
          questions={sections.flatMap(({ questions }) => questions)}
          customers={formLanguageOf(view.page, client)}
          isUnsent={isUnsent}
          onClose={() => setPrinting(false)}
        />
      )}
    </>
  )
}

function Reopen({ view }: { view: ChecklistView }) {
  const { t } = useWords()
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  if (!isAsked)
    return (
      <Button icon="lock" onClick={() => setAsked(true)}>
        {t('finish.reopen')}
      </Button>
    )
  const reopen = async () => {
    await view.change([edit({ kind: 'reopen', reason: reason.trim() })])
    toast(t('finish.reopened'))
  }
  return (
    <section className="panel" aria-labelledby="finish-reopen">
      <h2 id="finish-reopen">{t('finish.reopen')}</h2>
      <label className="finish-reason">
        <span>{t('finish.reason')}</span>
        <textarea
          className="cl-text"
          rows={2}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
      <div className="actions">
        <Button look="main" disabled={reason.trim() === ''} onClick={reopen}>
          {t('finish.reopenGo')}
        </Button>
        <Button onClick={() => setAsked(false)}>{t('app.cancel')}</Button>
      </div>
    </section>
  )
}
