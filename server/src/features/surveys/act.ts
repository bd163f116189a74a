// The handover act apart from answers and marks, and the text that a signature on it covers (I2). Ordered work and terms stay as
// they were when the inspection was completed.
import type { Act, ActLine } from '@walkaround/contract/app/acts.ts'
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import {
  customerLanguage,
  type KnownLanguages,
  languageOfSigner,
} from '@walkaround/contract/rules/customer-language.ts'
import { sumLines } from '@walkaround/contract/rules/money.ts'
import { actVehicle, signedText } from '@walkaround/contract/rules/signed-text.ts'
import { atSite, type Scope } from '../../scope.ts'
import { recordedMileage } from '../vehicles/mileage.ts'
import { findActRow, type MarkOfAct } from './act-store.ts'
import { toKnownLanguages } from './customer-language.ts'
import type { Frozen, FrozenAct } from './frozen.ts'
import { getLoadedSurvey, type LoadedSurvey } from './load-survey.ts'
import { listTerms } from './terms.ts'

export interface LoadedAct {
  act: Act
  /** The text that a signature given now covers. */
  text: string
  isDone: boolean
  /** As its terms name it. */
  dealership: string
  /** Lines of the order as the DMS has them now. */
  orderLines: readonly Item[]
  /** What is known about the customer's language. */
  languages: KnownLanguages
}

export async function loadAct(scope: Scope, survey: LoadedSurvey): Promise<LoadedAct> {
  const { row, header, template } = survey
  const found = await findActRow(scope, row.id)
  const frozen = row.frozen === null ? undefined : (JSON.parse(row.frozen) as Frozen)
  const languages = toKnownLanguages(scope, found)
  const language =
    frozen === undefined
      ? customerLanguage(languages, {
          own: languageOfSigner(header),
          signed: found?.signedLanguage ?? undefined,
        })
      : (frozen.actLanguage ?? languages.chosen ?? frozen.language)
  const dealership = found?.siteName ?? scope.client.name
  const currency = header.currency ?? found?.currency ?? atSite(scope, row.siteId).client.currency
  const orderLines = (JSON.parse(found?.lines ?? '[]') ?? []) as Item[]
  const fixed = frozen?.act ?? {
    work: orderLines.map(toActLine),
    terms: listTerms('handover-act', language, dealership),
    currency,
  }
  const act: Act = {
    language,
    template: `${template.masterClientId}!${template.templateId}@${template.version}`,
    ...fixed,
    sum: sumLines(fixed.work, fixed.currency),
    ...headerOf(survey),
  }
  const isDone = row.completed || row.closed
  const text = textOf(survey, act, JSON.parse(found?.marks ?? '[]') as MarkOfAct[])
  return { act, text, isDone, dealership, orderLines, languages }
}

/** For signing without the app. */
export const getSignedText = async (scope: Scope, surveyId: string): Promise<string> =>
  (await loadAct(scope, await getLoadedSurvey(scope, surveyId))).text

/** What completing stores of it. */
export function toFrozenAct({ act: { work, terms, currency } }: LoadedAct): FrozenAct {
  return { work, terms, currency }
}

type Item = NonNullable<ServiceOrder['contents']>[number]

export const toActLine = (item: LineItem): ActLine => ({
  text: item.description ?? item.itemCode ?? '',
  category: item.itemCategory,
  code: item.itemCode,
  quantity: item.quantity,
  unit: item.unitOfMeasure,
  amountExVat: item.amountExVat,
  amountIncVat: item.amountIncVat,
})

/** Fields that lines of orders and of quotes share. */
interface LineItem {
  itemCategory: ActLine['category']
  itemCode?: string
  description?: string
  quantity?: number
  unitOfMeasure?: string
  amountExVat?: number
  amountIncVat?: number
}

/** The printed part of the header: it follows the order even after completion. */
function headerOf({ header: { vehicle, description } }: LoadedSurvey): Partial<Act> {
  const mileage = recordedMileage(vehicle)
  return {
    vehicle: actVehicle(vehicle),
    mileage: mileage?.value,
    mileageUnit: mileage?.unit,
    request: description,
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
      size: size ?? undefined,
      comment: comment ?? undefined,
    })),
  })
}
