// The checklist of a survey: head, sections, questions in order, number pad; the finding sheet opens over it.
import type { LastVisit, SurveyPage } from '@walkaround/contract/app/board.ts'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'preact/compat'
import { useRight, useWorkshop } from '../../app/context.tsx'
import { takeQuestion, wantedQuestion } from '../../app/focus-request.ts'
import { painted } from '../../app/painted.ts'
import { back, go } from '../../app/router.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { CarClock, useWords } from '../../app/words.tsx'
import { mayAnswer } from '../../rights.ts'
import { edit } from '../../store/outbox.ts'
import { share } from '../../store/share.ts'
import { findQuestion, isAnswered, type Question } from '../../store/survey-elements.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Empty, Note, Spinner } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { loadPhrases, setOwnPhrases } from '../finding/phrases.ts'
import { finishFacts } from '../finish/missing.ts'
import { late } from '../late.tsx'
import { lateWithMore } from '../late-with-more.ts'
import { undoAllGood } from './answering.ts'
import { ChecklistHead } from './checklist-head.tsx'
import type { Doings } from './doings.ts'
import { GapBar } from './gap-bar.tsx'
import { LockedNote } from './locked-note.tsx'
import { groupByQuestion } from './photos.ts'
import {
  findGap,
  findNeighbour,
  findNextOpen,
  isMeasured,
  type PlannedSection,
  planChecklist,
  progressOf,
} from './plan.ts'
import { ChecklistSection } from './section.tsx'
import { SectionRail } from './section-rail.tsx'
import { type ChecklistView, useChecklist } from './use-checklist.ts'
import { useKeys } from './use-keys.ts'
import { useScrolling } from './use-scrolling.ts'

/** Loaded while one reads the first question. */
const findingSheet = late(async () => (await import('../finding/finding-sheet.tsx')).FindingSheet)
/** Above the first question, without making the first load longer; without a network and never loaded before, it is left out. */
const leftOpen = lateWithMore(
  async () => (await import('../handover/left-open.tsx')).LeftOpen,
  () => null,
)
const camera = late(async () => (await import('../camera/camera.tsx')).Camera)
const numberPad = late(async () => (await import('./number-pad.tsx')).NumberPad)

interface ChecklistRoute {
  readonly screen: 'survey' | 'finding'
  readonly surveyId: string
  /** The open sheet. */
  readonly questionId?: string
}

export function Checklist({ route }: { route: ChecklistRoute }) {
  const { t } = useWords()
  const view = useChecklist(route.surveyId)
  if (view.state === 'loading')
    return (
      <main id="main" className="screen">
        <Spinner>{t('app.loading')}</Spinner>
      </main>
    )
  if (view.state === 'absent')
    return (
      <main id="main" className="screen">
        <Empty icon="offline" title={t('check.absent')} what={t('check.absentWhat')}>
          <LinkButton to={{ screen: 'board' }} look="main" icon="board">
            {t('app.toBoard')}
          </LinkButton>
        </Empty>
      </main>
    )
  return (
    <CarClock branchId={view.page.branchId}>
      <Opened key={route.surveyId} route={route} view={view} />
    </CarClock>
  )
}

function Opened({ route, view }: { route: ChecklistRoute; view: ChecklistView }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const { page, change } = view
  const { surveyId } = route
  const sections = useSections(page)
  const [currentId, setCurrentId] = useState<string>()
  const [padId, setPadId] = useState<string>()
  const [cameraId, setCameraId] = useState<string>()
  const isReader = useRight(mayAnswer) === false
  const isLocked = isReader || page.survey.completed || page.survey.closed
  const { sectionId, moves: scrolling } = useScrolling(surveyId, sections)
  const latest = useRef({ page, sections })
  latest.current = { page, sections }
  const current = useRef(currentId)
  current.current = currentId

  const goTo = useCallback(
    (questionId: string | undefined) => {
      if (questionId === undefined) return
      setCurrentId(questionId)
      const question = findQuestion(latest.current.page, questionId)
      setPadId((open) => (open !== undefined && question && isMeasured(question) ? questionId : undefined))
      scrolling.toQuestion(questionId)
    },
    [scrolling],
  )
  /** To the next gap; what is measured there is typed at once. */
  const moveTo = useCallback(
    (questionId: string | undefined, fromId: string) => {
      if (questionId === undefined) return setPadId(undefined)
      setCurrentId(questionId)
      const question = findQuestion(latest.current.page, questionId)
      if (!question || !isMeasured(question)) setPadId(undefined)
      // The answer is painted first; a tap elsewhere meanwhile counts more.
      else
        painted().then(() => {
          if (current.current === questionId) setPadId(questionId)
        })
      scrolling.toNext(questionId, fromId)
      return undefined
    },
    [scrolling],
  )
  const doings = useMemo(
    (): Doings => ({
      change,
      focus: setCurrentId,
      moveOn: (questionId) => moveTo(findNextOpen(latest.current.sections, questionId), questionId),
      stay: (questionId) => {
        setPadId(undefined)
        scrolling.toQuestion(questionId)
      },
      openSheet: (questionId) => {
        setCurrentId(questionId)
        setPadId(undefined)
        go({ screen: 'finding', surveyId, questionId })
      },
      openPad: (questionId) => {
        setCurrentId(questionId)
        setPadId(questionId)
        scrolling.toQuestion(questionId)
      },
      openCamera: (questionId) => {
        setCurrentId(questionId)
        setCameraId(questionId)
      },
      allGood: (answers) => {
        change([edit({ kind: 'answers', answers: [...answers] })])
        const given = new Set(answers.map(({ questionId }) => questionId))
        const [first] = given
        const section = latest.current.sections.find(({ questions }) =>
          questions.some(({ id }) => id === first),
        )
        const before = section?.questions.find((one) => !isAnswered(one))
        if (first === undefined || before === undefined) return
        const isLeft = !given.has(before.id)
        moveTo(isLeft ? before.id : findNextOpen(latest.current.sections, before.id, given), first)
      },
      undo: (answers) =>
        change(
          undoAllGood(
            answers,
            latest.current.sections.flatMap(({ questions }) => questions),
          ),
        ),
    }),
    [change, moveTo, scrolling, surveyId],
  )
  useEffect(() => {
    loadPhrases().catch(() => {})
    numberPad.load()
    camera.load()
    findingSheet.load()
  }, [])
  const { phrases } = page
  useEffect(() => setOwnPhrases(phrases), [phrases])
  // Another screen or a notice may have asked for a question.
  const wanted = useSignal(wantedQuestion)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted is taken once
  useEffect(() => {
    const questionId = takeQuestion(surveyId)
    const question = questionId === undefined ? undefined : findQuestion(latest.current.page, questionId)
    if (!question) return
    if (isMeasured(question)) doings.openPad(question.id)
    else goTo(question.id)
  }, [surveyId, doings, goTo, wanted])
  useKeys({
    isOn: route.screen === 'survey' && padId === undefined && cameraId === undefined && !isLocked,
    page,
    currentId,
    doings,
    step: (step) => goTo(findNeighbour(sections, currentId, step)),
  })
  const step = useCallback(
    (direction: 1 | -1) => {
      const id = findGap(latest.current.sections, current.current, direction)
      if (id !== undefined) moveTo(id, current.current ?? id)
    },
    [moveTo],
  )
  const complete = useCallback(async () => {
    await change([edit({ kind: 'complete' })])
    toast(t(workshop.isOnline.get() ? 'finish.completed' : 'finish.queued'))
  }, [change, t, workshop])
  const lastVisit = useMemo(
    () => new Map<string, LastVisit>(page.lastVisit.map((last) => [last.questionId, last])),
    [page.lastVisit],
  )
  const media = useMemo(() => groupByQuestion(view.media), [view.media])
  const missing = useMemo(() => new Set(page.missing.map(({ questionId }) => questionId)), [page.missing])
  const pad = padId === undefined || isLocked ? undefined : findRun(sections, padId)
  useScrollWhenPad(pad !== undefined, () => padId !== undefined && scrolling.toQuestion(padId))
  const sheetQuestion = route.questionId === undefined ? undefined : findQuestion(page, route.questionId)
  const cameraQuestion = cameraId === undefined ? undefined : findQuestion(page, cameraId)
  const progress = progressOf(sections.flatMap(({ questions }) => questions))
  const open = isLocked ? 0 : progress.total - progress.done
  // Counted only at the end: until then every tap would count it again.
  const end = useMemo(
    () => (isLocked || open > 0 ? undefined : finishFacts(page, sections, view.media)),
    [isLocked, open, page, sections, view.media],
  )
  const draw = (section: PlannedSection) => (
    <ChecklistSection
      key={section.id}
      section={section}
      lastVisit={lastVisit}
      missing={missing}
      media={media}
      currentId={isIn(section, currentId) ? currentId : undefined}
      padId={isIn(section, padId) ? padId : undefined}
      isLocked={isLocked === true}
      doings={doings}
    />
  )
  return (
    <main id="main" className={`checklist ${pad ? 'with-pad' : ''}`}>
      <ChecklistHead view={view} progress={progress} />
      <SectionRail sections={sections} activeId={sectionId} onChoose={scrolling.toSection} />
      <GapBar
        open={open}
        isReady={end?.missing.length === 0}
        photos={end?.reminders.length ?? 0}
        onStep={step}
        onComplete={complete}
      />
      <div
        className="cl-list"
        ref={scrolling.list}
        onScroll={scrolling.onScroll}
        onClickCapture={scrolling.onTap}
      >
        {view.isFailing && (
          <Note tone="bad" isAlert title={t('check.notKept')}>
            {t('check.notKeptWhat')}
          </Note>
        )}
        <LockedNote view={view} surveyId={surveyId} />
        {page.reception?.open?.length && !isLocked ? (
          <Suspense fallback={null}>
            <leftOpen.Shown surveyId={surveyId} page={page} />
          </Suspense>
        ) : null}
        {sections.slice(0, -1).map(draw)}
        <div className="cl-tail">
          {sections.slice(-1).map(draw)}
          <div className="cl-end">
            <LinkButton to={{ screen: 'finish', surveyId }} look="main" icon="check" className="wide">
              {t('check.toFinish')}
            </LinkButton>
          </div>
        </div>
        <div className="cl-shield" ref={scrolling.shield} />
      </div>
      {pad && padId !== undefined && (
        <Suspense fallback={<section className="cl-pad" />}>
          <numberPad.Shown
            key={pad[0]!.id}
            questions={pad}
            questionId={padId}
            page={page}
            lastVisit={lastVisit}
            onGive={change}
            onGoTo={(id) => doings.openPad(id)}
            onDone={() => moveTo(findNextOpen(latest.current.sections, padId), padId)}
            onClose={() => setPadId(undefined)}
          />
        </Suspense>
      )}
      <div className="cl-patch" ref={scrolling.patch} hidden />
      {sheetQuestion && (
        <Suspense fallback={null}>
          <findingSheet.Shown
            question={sheetQuestion}
            view={view}
            last={lastVisit.get(sheetQuestion.id)}
            isLocked={isLocked === true}
            onPad={() => {
              back({ screen: 'survey', surveyId })
              doings.openPad(sheetQuestion.id)
            }}
            onClose={() => back({ screen: 'survey', surveyId })}
          />
        </Suspense>
      )}
      {cameraQuestion && (
        <Suspense fallback={null}>
          <camera.Shown
            surveyId={surveyId}
            place={{ questionId: cameraQuestion.id }}
            onClose={() => setCameraId(undefined)}
          />
        </Suspense>
      )}
    </main>
  )
}

/** An unchanged section stays the same object and is not rendered again. */
function useSections(page: SurveyPage): readonly PlannedSection[] {
  const kept = useRef<PlannedSection[]>(undefined)
  const sections = useMemo(() => share(kept.current, planChecklist(page)), [page])
  useEffect(() => {
    kept.current = sections
  }, [sections])
  return sections
}

const isIn = ({ questions }: PlannedSection, questionId: string | undefined) =>
  questionId !== undefined && questions.some(({ id }) => id === questionId)

function findRun(sections: readonly PlannedSection[], questionId: string): Question[] | undefined {
  for (const { rows } of sections)
    for (const row of rows)
      if (row.kind === 'measured' && row.questions.some(({ id }) => id === questionId)) return row.questions
  return undefined
}

/** The pad takes room from the list: the question being measured must stay visible. */
function useScrollWhenPad(isOpen: boolean, scroll: () => void): void {
  const latest = useRef(scroll)
  latest.current = scroll
  useEffect(() => {
    if (isOpen) latest.current()
  }, [isOpen])
}
