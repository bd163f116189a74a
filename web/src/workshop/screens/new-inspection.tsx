// A car without a DMS order: the fewest fields that make an inspection (C8).
import type { NewInspection } from '@walkaround/contract/app/board.ts'
import { type FormEvent, useEffect, useId, useState } from 'preact/compat'
import { useClient, useLive, useWorkshop } from '../app/context.tsx'
import { back, go } from '../app/router.tsx'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { newId } from '../store/ids.ts'
import { edit } from '../store/outbox.ts'
import { getSetting } from '../store/settings.ts'
import { Button, Choice, ErrorNote, Field, IconButton } from '../ui/parts.tsx'
import { toast } from '../ui/toast.tsx'
import { byType } from './cards.ts'

/** Templates read within this time count as current. */
const freshMs = 60_000

type SurveyType = NewInspection['surveyTypes'][number]
const together = ['health', 'VC', 'QC'] as const satisfies SurveyType[]
const fields = [
  ['numberPlate', 'new.plate'],
  ['vin', 'new.vin'],
  ['make', 'new.make'],
  ['model', 'new.model'],
  ['customerName', 'new.customer'],
  ['mobilePhone', 'new.phone'],
] as const
type Values = Partial<Record<(typeof fields)[number][0] | 'description', string>>

export function NewInspectionScreen() {
  const { t } = useWords()
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const branches = useClient()?.branches ?? []
  const known = useLive(() => getSetting(workshop.store, 'branchId'), [])
  const [chosen, setBranch] = useState<string>()
  const [types, setTypes] = useState<readonly SurveyType[]>(['VC'])
  const [values, setValues] = useState<Values>({})
  const [complaint, setComplaint] = useState<'new.needsCar' | 'new.needsType'>()
  const branchId = chosen ?? branches.find(({ id }) => id === known)?.id ?? branches[0]?.id
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
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim())) as Values
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
          {fields.map(([name, key]) => (
            <Field
              key={name}
              label={t(key)}
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
              autoCapitalize={name === 'numberPlate' || name === 'vin' ? 'characters' : 'words'}
              inputMode={name === 'mobilePhone' ? 'tel' : 'text'}
              autoComplete="off"
              className={name === 'numberPlate' ? 'plate-field' : ''}
            />
          ))}
        </div>
        <div className="field">
          <label htmlFor={requestId}>{t('new.request')}</label>
          <textarea
            id={requestId}
            rows={3}
            value={values.description ?? ''}
            onChange={(event) => setValues({ ...values, description: event.currentTarget.value })}
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
        <div className="actions">
          <Button type="submit" look="main" icon="check">
            {t('new.go')}
          </Button>
        </div>
      </form>
    </main>
  )
}
