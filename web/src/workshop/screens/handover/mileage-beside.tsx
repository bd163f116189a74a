// What the DMS and the last visit say about the mileage, beside the field, and a plain warning if what is typed can hardly be right.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { findMileageDoubt, type Mileage } from '@walkaround/contract/rules/mileage.ts'
import { useWords } from '../../app/words.tsx'
import type { Question } from '../../store/survey-elements.ts'
import { Icon } from '../../ui/icons.tsx'

interface Props {
  page: SurveyPage
  question: Question
  /** As typed, digits only. */
  value: string
  unit: string | undefined
}

export function MileageBeside({ page, question, value, unit }: Props) {
  const { t, measured } = useWords()
  const dms = mileageOf(page.act?.mileage, page.act?.mileageUnit)
  const visit = mileageOf(page.reception?.visit?.mileage, page.reception?.visit?.mileageUnit)
  const known = { dms, visit }
  const say = (one: Mileage) => measured(String(one.value), one.unit ?? 'km')
  const doubt = /^\d+$/.test(value)
    ? findMileageDoubt({ value: Number(value), unit }, known, question.clientSettings?.warn)
    : undefined
  return (
    <>
      <ul className="mileage-known">
        {(['dms', 'visit'] as const).map((source) => {
          const one = known[source]
          return (
            one && (
              <li key={source} className="soft">
                {t(`reception.mileageOf.${source}`, { value: say(one) })}
              </li>
            )
          )
        })}
      </ul>
      <p role="status" className={doubt ? 'fact soon' : 'unseen'}>
        {doubt && (
          <>
            <Icon name="advise" size={20} />{' '}
            <span>{t(`reception.${doubt.kind}.${doubt.source}`, { value: say(doubt.known) })}</span>
          </>
        )}
      </p>
    </>
  )
}

const mileageOf = (value: number | undefined, unit: string | undefined): Mileage | undefined =>
  value === undefined ? undefined : { value, unit }
