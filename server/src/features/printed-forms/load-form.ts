// Reads everything a printed form says and decides what goes on it. The drawing code does not know where it comes from.
import type { Form } from '@walkaround/contract/dms/media.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { customerLanguage, languageOfSigner } from '@walkaround/contract/rules/customer-language.ts'
import { formalNameOf } from '@walkaround/contract/rules/names.ts'
import { holdsAct } from '@walkaround/contract/rules/printed-forms.ts'
import { type SecretBox, SecretBoxError } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import { atSite, type Scope } from '../../scope.ts'
import { getDamage } from '../damage/marks.ts'
import { coloursOf, type Face, findFace, hoursOf, type PictureName } from '../faces/face.ts'
import { customerWordsIn } from '../findings/customer-words.ts'
import { overlapWords } from '../findings/offer-words.ts'
import { wordsIn } from '../findings/texts.ts'
import { type Findings, toFindings } from '../findings/to-findings.ts'
import { toOffer } from '../findings/to-offer.ts'
import type { BodyStyle } from '../outlines/outline.ts'
import { getOutline } from '../outlines/outlines.ts'
import { panelName } from '../outlines/panel-names.ts'
import { findViewingUrl } from '../owner-links/owner-links.ts'
import { packageWordsIn } from '../packages/package-words.ts'
import { listPhotoFiles, type PhotoRow, shapesOf } from '../photos/read-photos.ts'
import { dueWords } from '../quotes/due-words.ts'
import { listCustomerQuotes } from '../quotes/read-quotes.ts'
import { placeOf, worksOfSurvey } from '../quotes/works.ts'
import { type LoadedAct, loadAct } from '../surveys/act.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { getLoadedSurvey } from '../surveys/load-survey.ts'
import { readTyres } from '../surveys/read-tyres.ts'
import { listSignatures } from '../surveys/sign.ts'
import { toFormSignature } from './compose-signatures.ts'
import type { FormDamage, FormDealership, FormModel } from './model.ts'
import { toFormPartner, toFormPerson, toFormVehicle } from './people.ts'
import * as store from './store.ts'

export interface LoadedForm {
  model: FormModel
  /** The photos it names, by ref. */
  photos: Map<string, PhotoRow>
  face: Face
}

/** Where the owner sees the same online; without it no form contains an address. */
export interface Online {
  box: Pick<SecretBox, 'derive' | 'unlock'>
  baseUrl: string
}

export async function loadForm(
  asked: Scope,
  surveyId: string,
  form: Form,
  { online, language: wanted }: { online?: Online | undefined; language?: string | undefined } = {},
): Promise<LoadedForm> {
  const own = await getLoadedSurvey(asked, surveyId)
  const scope = atSite(asked, own.row.siteId)
  const around = await store.findSurroundings(scope, surveyId)
  if (!around) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  const { row, header } = own
  const face = await findFace(scope, surveyId)
  const ownLanguage = row.frozen === null ? scope.client.language : languageOf(row.frozen)
  // What was signed stays in the words that were signed.
  const act = await loadAct(scope, own)
  const language =
    wanted ??
    (holdsAct(form) ? act.act.language : customerLanguage(act.languages, { own: languageOfSigner(header) }))
  const survey = language === ownLanguage ? own : await getLoadedSurvey(scope, surveyId, language)
  const words = await customerWordsIn(language)
  const photos = await listPhotoFiles(scope, surveyId)
  const findings = toFindings(survey, photos, words, await readTyres(scope, surveyId))
  const offered = await listCustomerQuotes(scope, survey)
  const damage = await loadDamage(scope, surveyId, language, findings)
  const signatures = await listSignatures(scope, surveyId)
  const resultUrl = online && (await findResultUrl(scope, surveyId, online))
  // A variant names the cars it is for; the offer shows the name of the package.
  const packages = new Map(survey.selected.map((one) => [one.quoteId, one.package.description]))
  const translate = await packageWordsIn(scope, survey.row.catalogue, language)
  const nameOf = ({ id = '', description }: Quote) => {
    const name = packages.get(id) ?? description
    return name === undefined ? undefined : translate(name)
  }
  const inWords = (quote: Quote): Quote => ({
    ...quote,
    description: nameOf(quote),
    contents: quote.contents?.map((item) =>
      item.description === undefined ? item : { ...item, description: translate(item.description) },
    ),
  })
  const printed = wordsIn(language, scope.client.timeZone)
  const wordsOf = (overlaps: (typeof offered)[number]['overlaps']) =>
    overlapWords(
      printed,
      overlaps.map(({ kind, with: other }) => ({ kind, name: nameOf(other) ?? '' })),
    )
  const works = worksOfSurvey(survey)
  const coverOf = (quote: Quote) => {
    const place = placeOf(quote)
    const at = survey.template.questions.get(quote.questionId)
    return place && at ? { refs: works.othersOf(place), at: words.title(at) } : undefined
  }
  const captions = new Map(findings.photos.map(({ ref, caption }) => [ref, { caption }]))
  const vehicle = toFormVehicle(header.vehicle)
  const model: FormModel = {
    form,
    language,
    timeZone: scope.client.timeZone,
    asOf: around.changedAt.toISOString(),
    currency: act.act.currency,
    dealership: letterheadOf(scope, face, language),
    order: orderOf(row.orderId ?? row.leadId ?? row.id, header, act, findings),
    // The values read at the car, otherwise those of the order.
    vehicle: { ...vehicle, mileage: findings.mileage ?? vehicle.mileage, energyLevel: findings.energyLevel },
    customer: toFormPartner(header.customer),
    driver: toFormPerson(header.vehicle?.driver),
    owner: toFormPartner(header.vehicle?.owner),
    serviceAdvisor: toFormPerson(header.serviceAdvisor),
    advisor: toFormAdvisor(face),
    surveyor: row.surveyor === null ? undefined : toFormPerson(JSON.parse(row.surveyor)),
    surveyedAt: around.completedAt?.toISOString(),
    belongings: findings.belongings,
    resultUrl,
    sections: findings.sections,
    quotes: offered
      .filter(({ quote }) => quote.category !== 'upsaleQuote')
      .map(({ quote, spokeWith, overlaps }) =>
        toOffer(inWords(quote), { spokeWith, covers: coverOf(quote), overlaps: wordsOf(overlaps) }),
      ),
    dueSoon: offered
      .filter(({ quote }) => quote.category === 'upsaleQuote')
      .map(({ quote, reason, spokeWith, overlaps }) =>
        toOffer(inWords(quote), {
          reason: reason && dueWords(reason, language),
          spokeWith,
          overlaps: wordsOf(overlaps),
        }),
      ),
    consents: findings.consents,
    damage,
    terms: act.act.terms,
    signatures: signatures.map((signature) => toFormSignature(signature, act)),
    surveyPhotos: [
      ...findings.photos.map(({ ref }) => ref),
      ...photos
        .filter(({ questionId, markId }) => questionId === null && markId === null)
        .map(({ id }) => id),
    ],
    photos: Object.fromEntries(
      photos.map((photo) => {
        const { id, width, height, takenAt } = photo
        const shapes = shapesOf(photo)
        return [id, { width, height, takenAt: takenAt ?? undefined, shapes, ...captions.get(id) }]
      }),
    ),
  }
  return {
    model,
    photos: new Map(photos.map((photo) => [photo.id, photo])),
    face,
  }
}

/** A form without its QR code is better than no form. */
async function findResultUrl(scope: Scope, surveyId: string, online: Online): Promise<string | undefined> {
  try {
    return await findViewingUrl(scope, surveyId, online)
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

/** The refs of logo and advisor among the photos; no photo of a survey can have them. */
export const faceRefs = { logo: '\0logo', advisor: '\0face' } as const satisfies Record<PictureName, string>

/** The same person as on the owner's page. */
export function toFormAdvisor({ advisor, advisorPicture }: Face): FormModel['advisor'] {
  const person = toFormPerson(advisor)
  const name = person && formalNameOf(person)
  return advisorPicture && name ? { name, phone: person.phone, picture: faceRefs.advisor } : undefined
}

const languageOf = (frozen: string) => (JSON.parse(frozen) as { language: string }).language

/** As it is now, whenever the form was made. */
export function letterheadOf(scope: Scope, face: Face, language: string): FormDealership {
  const { site } = face
  return {
    name: site?.name ?? scope.client.name,
    addressLines: site?.address ?? [],
    phone: site?.telephone,
    email: site?.email,
    web: site?.website?.replace(/^https?:\/\//, '').replace(/\/$/, ''),
    logo: site?.logo === undefined ? undefined : faceRefs.logo,
    colours: coloursOf(face),
    hours: hoursOf(site?.hours ?? [], language).map(({ days, times }) => `${days} ${times}`),
  }
}

const orderOf = (
  id: string,
  { externalId, plannedStartTimestamp, description }: SurveyHeader,
  { act }: LoadedAct,
  { request }: Findings,
): FormModel['order'] => ({
  id,
  externalId,
  plannedStart: plannedStartTimestamp,
  // What the customer said at the car, if it was recorded.
  description: request ?? description,
  lines: act.work,
})

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
    size: mark.size,
    panel: mark.panel === undefined ? undefined : panelName(mark.panel, language),
    comment: mark.comment,
    photos: (mark.photos ?? []).map(({ id }) => id),
    isEarlier,
    recordedAt: mark.seenAt,
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
