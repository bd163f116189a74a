// The handover act beside answers and marks, and the text that a signature on it covers (I2). What was ordered and the terms
// stay as they were when the inspection was completed.
import type { Act, ActLine } from '@walkaround/contract/app/acts.ts'
import { currencies } from '@walkaround/contract/currencies.ts'
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { actVehicle } from '@walkaround/contract/rules/act-vehicle.ts'
import { signedText } from '@walkaround/contract/rules/signed-text.ts'
import { sumPrices } from '../../lib/sum-prices.ts'
import type { Scope } from '../../scope.ts'
import { findActRow, type MarkOfAct } from './act-store.ts'
import type { Frozen, FrozenAct } from './frozen.ts'
import { getLoadedSurvey, type LoadedSurvey } from './load-survey.ts'
import { listTerms } from './terms.ts'

export interface LoadedAct {
  act: Act
  /** What a signature given now covers. */
  text: string
  isDone: boolean
}

export async function loadAct(scope: Scope, survey: LoadedSurvey): Promise<LoadedAct> {
  const { row, header, template } = survey
  const found = await findActRow(scope, row.id)
  const frozen = row.frozen === null ? undefined : (JSON.parse(row.frozen) as Frozen)
  const language = frozen?.language ?? scope.client.language
  const currency = header.currency ?? found?.currency ?? scope.client.currency
  const fixed = frozen?.act ?? {
    work: ((JSON.parse(found?.lines ?? '[]') ?? []) as Item[]).map(toActLine),
    terms: listTerms('handover-act', language, found?.site_name ?? scope.client.name),
    ...(currency === undefined ? {} : { currency }),
  }
  const act: Act = {
    language,
    template: `${template.masterClientId}!${template.templateId}@${template.version}`,
    ...fixed,
    sum: sumOf(fixed),
    ...headerOf(survey),
  }
  const isDone = row.completed || row.closed
  return { act, text: textOf(survey, act, JSON.parse(found?.marks ?? '[]') as MarkOfAct[]), isDone }
}

/** For whoever signs without an app. */
export const getSignedText = async (scope: Scope, surveyId: string): Promise<string> =>
  (await loadAct(scope, await getLoadedSurvey(scope, surveyId))).text

/** What completing keeps of it. */
export function toFrozenAct({ act: { work, terms, currency } }: LoadedAct): FrozenAct {
  return { work, terms, ...(currency === undefined ? {} : { currency }) }
}

type Item = NonNullable<ServiceOrder['contents']>[number]

export const toActLine = (item: LineItem): ActLine => ({
  text: item.description ?? item.itemCode ?? '',
  category: item.itemCategory,
  ...(item.itemCode === undefined ? {} : { code: item.itemCode }),
  ...(item.quantity === undefined ? {} : { quantity: item.quantity }),
  ...(item.unitOfMeasure === undefined ? {} : { unit: item.unitOfMeasure }),
  ...(item.amountExVat === undefined ? {} : { amountExVat: item.amountExVat }),
  ...(item.amountIncVat === undefined ? {} : { amountIncVat: item.amountIncVat }),
})

/** What lines of orders and of quotes have in common. */
export interface LineItem {
  itemCategory: ActLine['category']
  itemCode?: string
  description?: string
  quantity?: number
  unitOfMeasure?: string
  amountExVat?: number
  amountIncVat?: number
}

const sumOf = ({ work, currency = '' }: FrozenAct): Act['sum'] =>
  sumPrices(
    work.map(({ amountExVat, amountIncVat }) => ({ exVat: amountExVat, incVat: amountIncVat })),
    currencies.get(currency) ?? 2,
  )

/** What is printed of the header: it follows the order also when the inspection is completed. */
function headerOf({ header: { vehicle, description } }: LoadedSurvey): Partial<Act> {
  const name = actVehicle(vehicle)
  const mileage = vehicle?.recordedMileage
  return {
    ...(name === undefined ? {} : { vehicle: name }),
    ...(mileage === undefined ? {} : { mileage, mileageUnit: vehicle?.mileageUnit ?? 'km' }),
    ...(description === undefined ? {} : { request: description }),
  }
}

function textOf(survey: LoadedSurvey, act: Act, marks: readonly MarkOfAct[]): string {
  const visible = [...survey.template.questions.values()].filter(
    (question) => question.visible !== false && survey.isVisible(question),
  )
  return signedText({
    act,
    questions: visible.map((question) => ({ question, answers: survey.answers.get(question.id) ?? [] })),
    marks: marks.map(([kind, x, y, size, comment]) => ({
      kind,
      x,
      y,
      ...(size === null ? {} : { size }),
      ...(comment === null ? {} : { comment }),
    })),
  })
}
