// Reads everything a printed form says and decides what goes on it. The drawing knows nothing of where it comes from.
import type { Form } from '@walkaround/contract/dms/media.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { type SecretBox, SecretBoxError } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getDamage } from '../damage/marks.ts'
import type { BodyStyle } from '../outlines/outline.ts'
import { getOutline } from '../outlines/outlines.ts'
import { panelName } from '../outlines/panel-names.ts'
import { findViewingUrl } from '../owner-links/owner-links.ts'
import { listPhotoFiles, type PhotoRow } from '../photos/read-photos.ts'
import { dueWords } from '../quotes/due-words.ts'
import { listCustomerQuotes } from '../quotes/read-quotes.ts'
import { placeOf, worksOfSurvey } from '../quotes/works.ts'
import { type LoadedAct, loadAct } from '../surveys/act.ts'
import { getLoadedSurvey } from '../surveys/load-survey.ts'
import { listSignatures } from '../surveys/sign.ts'
import { type Findings, type PhotoIds, toFindings } from './compose-findings.ts'
import { toFormQuote } from './compose-quotes.ts'
import { toFormSignature } from './compose-signatures.ts'
import { customerWordsIn } from './customer-words.ts'
import type { FormDamage, FormModel } from './model.ts'
import { toFormPartner, toFormPerson, toFormVehicle } from './people.ts'
import * as store from './store.ts'

export interface LoadedForm {
  model: FormModel
  /** The photos it names, by their ref. */
  photos: Map<string, PhotoRow>
  /** SHA-256 of the dealership's logo. */
  logo?: string
}

/** Where the owner sees the same online; without it no form names an address. */
export interface Online {
  box: Pick<SecretBox, 'derive' | 'unlock'>
  baseUrl: string
}

export async function loadForm(
  scope: Scope,
  surveyId: string,
  form: Form,
  online?: Online,
): Promise<LoadedForm> {
  const survey = await getLoadedSurvey(scope, surveyId)
  const around = await store.findSurroundings(scope, surveyId)
  if (!around) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  const { row, header } = survey
  const language = row.frozen === null ? scope.client.language : languageOf(row.frozen)
  const words = customerWordsIn(language)
  const photos = await listPhotoFiles(scope, surveyId)
  const findings = toFindings(survey, idsByPlace(photos), words)
  const offered = await listCustomerQuotes(scope, survey)
  const damage = await loadDamage(scope, surveyId, language, findings)
  const signatures = await listSignatures(scope, surveyId)
  const act = await loadAct(scope, survey)
  const resultUrl = online && (await findResultUrl(scope, surveyId, online))
  const { currency } = act.act
  // The variant of a package says for which cars it is; what is offered says the package.
  const packages = new Map(survey.selected.map((one) => [one.quoteId, one.package.description]))
  const nameOf = ({ id = '', description }: Quote) => packages.get(id) ?? description
  const works = worksOfSurvey(survey)
  const coverOf = (quote: Quote) => {
    const place = placeOf(quote)
    const at = survey.template.questions.get(quote.questionId)?.text
    return place && at ? { refs: works.othersOf(place), at: words.title(at) } : undefined
  }
  const captions = new Map(findings.photos.map(({ ref, caption }) => [ref, { caption }]))
  const model: FormModel = {
    form,
    language,
    timeZone: scope.client.timeZone,
    asOf: around.changed_at.toISOString(),
    ...(currency === undefined ? {} : { currency }),
    dealership: dealershipOf(scope, around),
    order: orderOf(row.order_id ?? row.lead_id ?? row.id, header, act, findings),
    vehicle: { ...toFormVehicle(header.vehicle), ...findings.mileage, ...energyOf(findings) },
    ...defined({
      customer: toFormPartner(header.customer),
      driver: toFormPerson(header.vehicle?.driver),
      owner: toFormPartner(header.vehicle?.owner),
      serviceAdvisor: toFormPerson(header.serviceAdvisor),
      surveyor: row.surveyor === null ? undefined : toFormPerson(JSON.parse(row.surveyor)),
      surveyedAt: around.completed_at?.toISOString(),
      belongings: findings.belongings,
      resultUrl,
    }),
    sections: findings.sections,
    quotes: offered
      .filter(({ quote }) => quote.category !== 'upsaleQuote')
      .map(({ quote, spokeWith }) =>
        toFormQuote(
          { ...quote, description: nameOf(quote) },
          {
            spokeWith,
            covers: coverOf(quote),
          },
        ),
      ),
    dueSoon: offered
      .filter(({ quote }) => quote.category === 'upsaleQuote')
      .map(({ quote, reason, spokeWith }) =>
        toFormQuote(quote, { reason: reason && dueWords(reason, language), spokeWith }),
      ),
    consents: findings.consents,
    damage,
    terms: act.act.terms,
    signatures: signatures.map((signature) => toFormSignature(signature, act)),
    surveyPhotos: [
      ...findings.photos.map(({ ref }) => ref),
      ...photos
        .filter(({ question_id, mark_id }) => question_id === null && mark_id === null)
        .map(({ id }) => id),
    ],
    photos: Object.fromEntries(
      photos.map(({ id, width, height, taken_at }) => [
        id,
        { width, height, ...(taken_at === null ? {} : { takenAt: taken_at }), ...captions.get(id) },
      ]),
    ),
  }
  return {
    model,
    photos: new Map(photos.map((photo) => [photo.id, photo])),
    ...(around.logo === null ? {} : { logo: around.logo }),
  }
}

/** A form without its QR code is better than none. */
async function findResultUrl(scope: Scope, surveyId: string, online: Online): Promise<string | undefined> {
  try {
    return await findViewingUrl(scope, surveyId, online)
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

/** SHA-256 of the logo of the site a survey belongs to. */
export const findLogo = async (scope: Scope, surveyId: string): Promise<string | undefined> =>
  (await store.findSurroundings(scope, surveyId))?.logo ?? undefined

/** The ref of the logo among the photos; no photo of a survey can be called so. */
export const LOGO = '\0logo'

const languageOf = (frozen: string) => (JSON.parse(frozen) as { language: string }).language

const defined = <T extends Record<string, unknown>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const dealershipOf = (scope: Scope, around: store.Surroundings): FormModel['dealership'] => ({
  name: around.site_name ?? scope.client.name,
  addressLines: around.address ?? [],
  ...(around.telephone === null ? {} : { phone: around.telephone }),
  ...(around.email === null ? {} : { email: around.email }),
  ...(around.website === null ? {} : { web: around.website.replace(/^https?:\/\//, '').replace(/\/$/, '') }),
  ...(around.logo === null ? {} : { logo: LOGO }),
})

function orderOf(
  id: string,
  header: {
    externalId?: string
    plannedStartTimestamp?: string
    description?: string
  },
  { act }: LoadedAct,
  { request }: Findings,
): FormModel['order'] {
  return {
    id,
    ...defined({
      externalId: header.externalId,
      plannedStart: header.plannedStartTimestamp,
      // What the customer said at the car, where somebody wrote it down.
      description: request ?? header.description,
    }),
    lines: act.work,
  }
}

const energyOf = ({ energyLevel }: Findings) => (energyLevel === undefined ? {} : { energyLevel })

function idsByPlace(photos: readonly PhotoRow[]): PhotoIds {
  const places = new Map<string, Map<string, string[]>>()
  for (const { id, question_id, answer_id } of photos) {
    if (question_id === null) continue
    const question = places.get(question_id) ?? new Map<string, string[]>()
    places.set(question_id, question)
    question.set(answer_id ?? '', [...(question.get(answer_id ?? '') ?? []), id])
  }
  return places
}

async function loadDamage(
  scope: Scope,
  surveyId: string,
  language: string,
  { isBodyChecked }: Findings,
): Promise<FormDamage> {
  const damage = await getDamage(scope, surveyId)
  const outline = getOutline(damage.bodyStyle as BodyStyle)
  const [width, height] = outline.viewBox
  const toMark = (mark: (typeof damage.marks)[number], number: number, isEarlier: boolean) => ({
    number,
    kind: mark.kind,
    x: mark.x / width,
    y: mark.y / height,
    ...(mark.size === undefined ? {} : { size: mark.size }),
    ...(mark.panel === undefined ? {} : { panel: panelName(mark.panel, language) }),
    ...(mark.comment === undefined ? {} : { comment: mark.comment }),
    photos: (mark.photos ?? []).map(({ id }) => id),
    ...(isEarlier ? { isEarlier } : {}),
    ...(mark.seenAt === undefined ? {} : { recordedAt: mark.seenAt }),
  })
  return {
    outline,
    checked: isBodyChecked || damage.marks.length > 0,
    marks: [
      ...damage.marks.map((mark, index) => toMark(mark, index + 1, false)),
      ...damage.earlier.map((mark, index) => toMark(mark, damage.marks.length + index + 1, true)),
    ],
  }
}
