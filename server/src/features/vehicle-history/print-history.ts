// The history of a vehicle as its owner may have it on paper: visits of the same customer, in the customer's words and language (0097).
import type { VehicleHistory, VehicleWork } from '@walkaround/contract/dms/vehicle-history.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { packageWordsIn, type Translate } from '../packages/package-words.ts'
import {
  type FormHistory,
  type FormWork,
  type HistoryPrinting,
  printHistory as print,
} from '../printed-forms/print-history.ts'
import { getCustomerLanguage } from '../surveys/customer-language.ts'
import { getLoadedSurvey } from '../surveys/load-survey.ts'
import { readHistoryOf } from './read-history.ts'

export type { HistoryPrinting }

/** `language`: another than the customer's. */
export async function printHistoryOf(
  scope: Scope,
  printing: HistoryPrinting,
  given: string,
  { language: wanted }: { language?: string | undefined } = {},
) {
  const [newest] = (await readHistoryOf(scope, given, { forOwner: true })).visits
  if (!newest) throw problem('noSuchResource', `no visit of a vehicle ${JSON.stringify(given)} is known`)
  const { surveyId } = newest
  const language = wanted ?? (await getCustomerLanguage(scope, surveyId))
  const history = await readHistoryOf(scope, given, { forOwner: true, language })
  const { row } = await getLoadedSurvey(scope, surveyId, language)
  const translate = await packageWordsIn(scope, row.catalogue, language)
  const { numberPlate, vin, make, model, modelYear } = history.vehicle
  return print(scope, printing, {
    surveyId,
    language,
    vehicle: { numberPlate, vin, make, model, modelYear },
    history: toFormHistory(history, translate),
  })
}

/** Work and findings of rejected orders are not the owner's business: they count apart. */
const toFormHistory = (history: VehicleHistory, translate: Translate): FormHistory => ({
  visits: history.visits.map(({ at, text, mileage, mileageUnit = 'km' }) => ({
    at,
    text,
    mileage: mileage === undefined ? undefined : { value: mileage, unit: mileageUnit },
  })),
  hasMore: history.hasMore,
  values: history.measured.map(({ text, unit, readings }) => ({
    text,
    unit,
    readings: readings.map(({ at, value, status }) => ({ at, value, status })),
  })),
  findings: history.findings
    .filter(({ closedAs, isApart }) => closedAs === undefined && !isApart)
    .map(({ text, grade, openedAt }) => ({ text, grade, since: openedAt })),
  open: history.openWork.map((work) => toWork(work, translate)),
  done: history.doneWork.map((work) => toWork(work, translate)),
  damage: history.damage.map(({ kind, panelText, seen }) => ({
    kind,
    panel: panelText,
    since: seen[0]?.at ?? '',
  })),
})

const toWork = (work: VehicleWork, translate: Translate): FormWork => ({
  text: translate(work.text),
  at: work.soldAt ?? work.decidedAt,
  decision: work.decision,
  until: work.deferredTo,
  currency: work.currency,
  amount: work.soldIncVat ?? work.amountIncVat,
})
