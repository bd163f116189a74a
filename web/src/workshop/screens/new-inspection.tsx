// A car without a DMS order: one field, plate or VIN, typed or scanned. History fills in the rest, and the inspection begins (C8).
import type { BoardCard, NewInspection } from '@walkaround/contract/app/board.ts'
import type { KnownCar } from '@walkaround/contract/app/known-cars.ts'
import { readScanned } from '@walkaround/contract/rules/scanned.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'preact/compat'
import { useClient, useLive, useWorkshop } from '../app/context.tsx'
import { back, go } from '../app/router.tsx'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { newId } from '../store/ids.ts'
import { type CarFacts, findKnownHere } from '../store/known-cars.ts'
import { edit } from '../store/outbox.ts'
import { findBoard } from '../store/pages.ts'
import { getSetting } from '../store/settings.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Button, Choice, ErrorNote, Field, IconButton, Note } from '../ui/parts.tsx'
import { toast } from '../ui/toast.tsx'
import { byType } from './cards.ts'
import { findScanned } from './scan/find-scanned.ts'
import { ScanButton } from './scan/scan-button.tsx'

/** Of a plate or VIN, before anything is looked for. */
const fewestCharacters = 3
/** After the last key. */
const typingMs = 250
/** Templates read within this time count as current. */
const freshMs = 60_000

type SurveyType = NewInspection['surveyTypes'][number]
const together = ['health', 'VC', 'QC'] as const satisfies SurveyType[]
/** Under *More*: filled from history, and open to corrections. */
const fields = [
  ['numberPlate', 'new.otherPlate'],
  ['vin', 'new.otherVin'],
  ['make', 'new.make'],
  ['model', 'new.model'],
  ['customerName', 'new.customer'],
  ['mobilePhone', 'new.phone'],
] as const
type Values = Partial<Record<(typeof fields)[number][0] | 'description', string>>

interface Found {
  facts: CarFacts | undefined
  /** On the board already. */
  card: BoardCard | undefined
  here: () => Promise<CarFacts | undefined>
}

/** What is known of the car: at once from this device, then from the service, which knows every car that was here. */
function useKnown(mark: string): Found {
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const [found, setFound] = useState<{
    mark: string
    facts: CarFacts | undefined
    card: BoardCard | undefined
  }>()
  const here = async () => {
    const { login } = workshop.session() ?? {}
    return clientId === undefined
      ? undefined
      : findKnownHere(workshop.store, clientId, login, readScanned(mark))
  }
  const latest = useRef(here)
  latest.current = here
  useEffect(() => {
    const scanned = readScanned(mark)
    if (clientId === undefined || scanned.words.length < fewestCharacters) return undefined
    let isOver = false
    const look = async () => {
      const row = await findBoard(workshop.store, clientId)
      const card = findScanned(scanned, row?.board.cards.filter(({ closed }) => !closed) ?? [])?.card
      const facts = await latest.current()
      if (!isOver) setFound({ mark, facts, card })
      if (!workshop.isOnline.get()) return
      const told = await workshop.operations.findKnownCar(clientId, scanned.words)
      if (!isOver && told) setFound({ mark, facts: { ...facts, ...withoutTime(told) }, card })
    }
    const timer = setTimeout(() => look().catch((error: unknown) => console.error(error)), typingMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [workshop, clientId, mark])
  const isOf = found?.mark === mark
  return { facts: isOf ? found.facts : undefined, card: isOf ? found.card : undefined, here }
}

const withoutTime = ({ seenAt: _, ...facts }: KnownCar): CarFacts => facts

/** Which car it is, before anybody begins; one that is on the board is opened instead. */
function Known({ facts, card }: Pick<Found, 'facts' | 'card'>) {
  const { t } = useWords()
  const surveyId = card && byType(card.surveys)[0]?.id
  const words = facts && [
    facts.numberPlate,
    [facts.make, facts.model].filter(Boolean).join(' '),
    facts.customerName,
  ]
  return (
    <div role="status" className="new-known">
      {facts && (
        <Note tone="good" icon="car" title={t('new.known')}>
          {words?.filter(Boolean).join(' · ')}
        </Note>
      )}
      {surveyId !== undefined && (
        <Note
          tone="soon"
          title={t('new.onBoard')}
          action={
            <LinkButton to={{ screen: 'survey', surveyId }} icon="next">
              {t('new.open')}
            </LinkButton>
          }
        />
      )}
    </div>
  )
}

export function NewInspectionScreen() {
  const { t } = useWords()
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const branches = useClient()?.branches ?? []
  const usual = useLive(() => getSetting(workshop.store, 'branchId'), [])
  const [chosen, setBranch] = useState<string>()
  const [types, setTypes] = useState<readonly SurveyType[]>(['VC'])
  const [mark, setMark] = useState('')
  const [typed, setTyped] = useState<Values>({})
  const known = useKnown(mark)
  const scanned = readScanned(mark)
  const own: Values =
    scanned.words === '' ? {} : scanned.vin ? { vin: scanned.vin } : { numberPlate: mark.trim() }
  const values: Values = { ...known.facts, ...own, ...typed }
  const [complaint, setComplaint] = useState<'new.needsCar' | 'new.needsType'>()
  const branchId = chosen ?? branches.find(({ id }) => id === usual)?.id ?? branches[0]?.id
  const requestId = useId()

  const toggle = (type: SurveyType) => {
    if (type === 'VR') setTypes(types.includes('VR') ? [] : ['VR'])
    else {
      const others = types.filter((one) => one !== 'VR' && one !== type)
      setTypes(types.includes(type) ? others : [...others, type])
    }
  }
  // Loads today's templates, in case there is no network at the car.
  useEffect(() => {
    workshop.refreshBlanks(freshMs).catch((error: unknown) => console.error(error))
  }, [workshop])
  /** Returns the survey to open. Sending a request that the outbox sends too is harmless: the id is the same. */
  const askService = async (id: string, inspection: NewInspection) => {
    if (clientId === undefined || !workshop.isOnline.get()) return undefined
    const card = await workshop.operations.putInspection(clientId, id, inspection).catch(() => undefined)
    return card && byType(card.surveys)[0]?.id
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Whoever taps at once does not wait for history, and loses nothing of it that is on this device.
    const facts = known.facts ?? (await known.here())
    const given = Object.fromEntries(
      Object.entries({ ...facts, ...own, ...typed }).filter(([, value]) => value?.trim()),
    ) as Values
    if (!given.numberPlate && !given.vin) return setComplaint('new.needsCar')
    if (types.length === 0) return setComplaint('new.needsType')
    if (branchId === undefined) return undefined
    const id = newId()
    const inspection: NewInspection = {
      ...given,
      branchId,
      surveyTypes: [...types],
      ...(types.includes('VR') ? {} : { id }),
    }
    const [survey] = byType(await workshop.begin(id, inspection))
    if (survey) {
      go({ screen: 'survey', surveyId: survey.id }, { replace: true })
      return undefined
    }
    // This device has never read the template: only the service can start it.
    const surveyId = await askService(id, inspection)
    if (surveyId !== undefined) {
      await workshop.change(surveyId, [edit({ kind: 'start' })])
      go({ screen: 'survey', surveyId }, { replace: true })
      return undefined
    }
    toast(t('new.kept'))
    go({ screen: 'board' }, { replace: true })
    return undefined
  }
  return (
    <main id="main" className="screen narrow">
      <header className="screen-head">
        <IconButton icon="back" label={t('app.back')} onClick={() => back({ screen: 'board' })} />
        <h1>{t('new.title')}</h1>
      </header>
      <p className="soft">{t('new.lead')}</p>
      <form className="panel form" onSubmit={submit}>
        {complaint && <ErrorNote title={t(complaint)} />}
        <Field
          label={t('new.mark')}
          value={mark}
          onChange={(event) => setMark(event.currentTarget.value)}
          autoCapitalize="characters"
          autoComplete="off"
          autoFocus
          className="plate-field"
          after={
            <ScanButton
              onFound={(text) => {
                setMark(readScanned(text).words)
                return undefined
              }}
            />
          }
        />
        <Known facts={known.facts} card={known.card} />
        <div className="actions">
          <Button type="submit" look="main" icon="check">
            {t('new.go')}
          </Button>
        </div>
        <details className="new-more">
          <summary>{t('new.more')}</summary>
          <fieldset className="choice">
            <legend>{t('new.what')}</legend>
            <div className="choice-row">
              {[...together, 'VR' as const].map((type) => (
                <label key={type} className="choice-option">
                  <input type="checkbox" checked={types.includes(type)} onChange={() => toggle(type)} />
                  <span>{t(`survey.${type}`)}</span>
                </label>
              ))}
            </div>
            <p className="soft">{t('new.vrAlone')}</p>
          </fieldset>
          <div className="form-grid">
            {fields
              .filter(([name]) => !(name in own))
              .map(([name, key]) => (
                <Field
                  key={name}
                  label={t(key)}
                  value={values[name] ?? ''}
                  onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
                  autoCapitalize={name === 'numberPlate' || name === 'vin' ? 'characters' : 'words'}
                  inputMode={name === 'mobilePhone' ? 'tel' : 'text'}
                  autoComplete="off"
                />
              ))}
          </div>
          <div className="field">
            <label htmlFor={requestId}>{t('new.request')}</label>
            <textarea
              id={requestId}
              rows={3}
              value={typed.description ?? ''}
              onChange={(event) => setTyped({ ...typed, description: event.currentTarget.value })}
            />
          </div>
          {branches.length > 1 && branchId !== undefined && (
            <Choice
              label={t('new.branch')}
              value={branchId}
              options={branches.map(({ id, name }) => ({ value: id, label: name }))}
              onChoose={setBranch}
            />
          )}
        </details>
      </form>
    </main>
  )
}
