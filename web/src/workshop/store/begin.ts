// An inspection that starts on the device: its surveys as pages made from the stored templates, with their own ids, and the request
// that creates them on the service. Making pages is pure.
import type { BlankSurvey, Blanks } from '@walkaround/contract/app/blanks.ts'
import type { BoardCard, NewInspection, SurveyPage } from '@walkaround/contract/app/board.ts'
import { foldMake } from '@walkaround/contract/rules/folding.ts'
import { actVehicle } from '@walkaround/contract/rules/signed-text.ts'
import { findBlanks } from './blanks.ts'
import { applyConditions } from './conditions.ts'
import { nextTick, type Store } from './database.ts'
import { newId } from './ids.ts'
import { type Author, edit, record } from './outbox.ts'
import { hasPage, savePage } from './pages.ts'

export type BegunSurvey = NonNullable<NewInspection['surveys']>[number]
type SurveyType = BegunSurvey['surveyType']

/** As the service chooses it: the template of the make, otherwise that of every make. */
export function chooseBlank(
  { blanks, branches }: Blanks,
  at: { surveyType: SurveyType; branchId: string; make?: string | undefined },
): BlankSurvey | undefined {
  const make = foldMake(at.make)
  const uses = branches
    .find(({ branchId }) => branchId === at.branchId)
    ?.uses.filter(({ surveyType }) => surveyType === at.surveyType)
  const use =
    uses?.find((one) => one.make !== undefined && one.make === make) ?? uses?.find((one) => !one.make)
  return blanks.find(
    ({ templateId, templateVersion }) =>
      templateId === use?.templateId && templateVersion === use.templateVersion,
  )
}

export interface Car {
  branchId: string
  orderId: string
  numberPlate?: string
  vin?: string
  make?: string
  model?: string
  customer?: string
  description?: string
  /** Its site asks for parts between finding and offer. */
  hasPartsStep?: boolean
}

/** The page as the service will make it, as far as it is known here; the service adds the rest later. */
export function toPage(
  { branches }: Pick<Blanks, 'branches'>,
  blank: BlankSurvey,
  surveyId: string,
  car: Car,
): SurveyPage {
  const { numberPlate, vin, make, model } = car
  const vehicle = given({ vin, numberPlate, make, model })
  const branch = branches.find(({ branchId }) => branchId === car.branchId)
  const { page } = blank
  const { description } = given({ description: car.description })
  const { customer } = given({ customer: car.customer })
  const name = actVehicle(vehicle)
  const offers = given({ currency: branch?.currency })
  const survey = {
    ...page.survey,
    ...offers,
    id: surveyId,
    branch: branch?.code ?? car.branchId,
    referenceObject: { id: car.orderId, ...(description ? { description } : {}) },
    surveyObject: vehicle,
    vehicle,
    ...(customer ? { customer: { category: 'person', lastName: customer } } : {}),
  } as SurveyPage['survey']
  const act = page.act && {
    ...page.act,
    ...offers,
    language: branch?.language ?? page.act.language,
    terms: branch?.terms ?? [],
    ...(name ? { vehicle: name } : {}),
    ...(description ? { request: description } : {}),
  }
  const basis = page.basis && {
    ...page.basis,
    languages: { ...page.basis.languages, ...given({ site: branch?.language }) },
  }
  const parts = car.hasPartsStep ? { parts: [] } : {}
  const known = { ...(act ? { act } : {}), ...(basis ? { basis } : {}), ...parts }
  return applyConditions({ ...page, ...known, survey, branchId: car.branchId })
}

function given<K extends string>(fields: Record<K, string | undefined>): { [P in K]?: string } {
  const texts = Object.entries<string | undefined>(fields)
  return Object.fromEntries(texts.flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []))) as {
    [P in K]?: string
  }
}

/**
 * The surveys by type, or undefined if a template is not stored here. One transaction: the device has the complete inspection, or
 * nothing.
 */
export async function beginHere(
  store: Store,
  author: Author,
  language: string,
  inspectionId: string,
  inspection: NewInspection,
  partsAt: readonly string[] = [],
): Promise<readonly BegunSurvey[] | undefined> {
  const { clientId, login } = author
  const kept = (await findBlanks(store, clientId, language))?.blanks
  if (!kept) return undefined
  const { branchId, make, customerName: customer } = inspection
  const found = inspection.surveyTypes.map((surveyType) => ({
    id: newId(),
    surveyType,
    blank: chooseBlank(kept, { surveyType, branchId, make }),
  }))
  const surveys = found.flatMap(({ id, surveyType, blank }) =>
    blank ? [{ id, surveyType, templateId: blank.templateId, templateVersion: blank.templateVersion }] : [],
  )
  if (surveys.length < found.length) return undefined
  const hasPartsStep = partsAt.includes(branchId)
  const car = { ...inspection, orderId: inspectionId, hasPartsStep, ...(customer ? { customer } : {}) }
  const { outbox, pages, settings, media } = store
  await store.transaction('rw', [outbox, pages, settings, media], async () => {
    const tick = await nextTick(store)
    for (const { id, blank } of found)
      await savePage(store, clientId, id, toPage(kept, blank!, id, car), tick, login)
    await record(store, author, '', [
      { type: 'putInspection', inspectionId, inspection: { ...inspection, surveys } },
    ])
    for (const { id } of surveys) await record(store, author, id, [edit({ kind: 'start' })])
  })
  return surveys
}

/** A car of the board whose survey nobody has started or opened here: it can be filled in with the same template. */
export async function openFromBoard(
  store: Store,
  { clientId, login }: Author,
  language: string,
  surveyId: string,
  partsAt: readonly string[] = [],
): Promise<boolean> {
  const card = (await store.boards.where({ clientId }).toArray())
    .flatMap(({ board }) => board.cards)
    .find(({ surveys }) => surveys.some(({ id }) => id === surveyId))
  const survey = card?.surveys.find(({ id }) => id === surveyId)
  // The answers of others are not known here.
  if (!card || !survey || survey.answered > 0 || survey.completed || survey.closed) return false
  const kept = (await findBlanks(store, clientId, language))?.blanks
  const blank = kept?.blanks.find(
    ({ templateId, templateVersion }) =>
      templateId === survey.templateId && templateVersion === survey.templateVersion,
  )
  if (!kept || !blank) return false
  const car = { ...toCar(card), hasPartsStep: partsAt.includes(card.branchId) }
  const { pages, settings, outbox, media } = store
  await store.transaction('rw', [pages, settings, outbox, media], async () => {
    // With a tick before every reply of the service.
    if (!(await hasPage(store, clientId, surveyId)))
      await savePage(store, clientId, surveyId, toPage(kept, blank, surveyId, car), 0, login)
  })
  return true
}

function toCar({ id, branchId, numberPlate, vin, vehicle, customer, description }: BoardCard): Car {
  const known = given({ numberPlate, vin, model: vehicle, customer, description })
  return { orderId: id, branchId, ...known }
}
