// The list of work that was put off or declined: a page of it, with what was found then, and what it costs today.
import type { PutOffList, PutOffWork } from '@walkaround/contract/app/put-off-work.ts'
import type { Package } from '@walkaround/contract/dms/packages.ts'
import { contactsOf, phoneOf } from '@walkaround/contract/rules/contact-corrections.ts'
import { titleOf } from '@walkaround/contract/rules/customer-title.ts'
import { toWallClock } from '@walkaround/contract/rules/iso-dates.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { listBranchIds } from '../../organisation/branch-store.ts'
import { listSites } from '../../organisation/client-store.ts'
import { problem } from '../../problems.ts'
import { atSite, type Scope } from '../../scope.ts'
import { type FoundThere, listFoundThere } from '../ledger/rows.ts'
import { listPackages } from '../packages/get-package.ts'
import { packageWordsNow } from '../packages/package-words.ts'
import { findRef } from '../packages/rules.ts'
import { priceToday } from '../quotes/price-today.ts'
import { listOfferTexts } from '../quotes/rows.ts'
import { headerOf, type SurveyHeader } from '../surveys/header.ts'
import { getTemplateVersion, inLanguage } from '../templates/versions.ts'
import { listReasons } from '../words/rejection-reasons.ts'
import { toFollowUp } from './follow-up.ts'
import type { ListQuery, TotalRow, WorkRow } from './model.ts'
import { namesOfStaff } from './names.ts'
import { daysBetween, readPlace, writePlace } from './rules.ts'
import * as store from './store.ts'

const LISTED = 50

interface PutOffFields {
  branch?: string[] | undefined
  decision?: 'deferred' | 'rejected' | undefined
  overdue?: boolean | undefined
  claimed?: 'me' | 'nobody' | undefined
  after?: string | undefined
  limit?: number | undefined
  language?: string | undefined
}

export async function listPutOff(scope: Scope, fields: PutOffFields): Promise<PutOffList> {
  const { limit = LISTED, claimed, after, language = scope.client.language } = fields
  const place = after === undefined ? undefined : readPlace(after)
  if (after !== undefined && !place)
    throw problem('invalidCursor', 'after: give the `next` of the page before')
  const query: ListQuery = {
    places: await placesOf(scope, fields.branch),
    decision: fields.decision,
    isOverdue: fields.overdue === true,
    claimedBy: claimed === 'me' ? scope.actor.id : undefined,
    isUnclaimed: claimed === 'nobody',
    today: toWallClock(scope.now, scope.client.timeZone).slice(0, 10),
    limit: limit + 1,
  }
  const [rows, sums] = await Promise.all([
    store.listWork(scope, query, place),
    place === undefined ? store.sumWork(scope, query) : undefined,
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    work: await describe(scope, shown, { language, today: query.today }),
    ...(rows.length > limit && last ? { next: writePlace(last) } : {}),
    ...(sums ? { totals: sums.map(toTotal) } : {}),
  }
}

/** A branch out of reach is refused in the words of one that does not exist. */
async function placesOf(scope: Scope, wanted: readonly string[] | undefined): Promise<string[]> {
  const reached = scope.branches ?? (await listBranchIds(scope.db, scope.clientId))
  if (wanted === undefined || wanted.length === 0)
    return scope.branches === undefined ? [...reached, ''] : [...reached]
  const foreign = wanted.find((id) => !reached.includes(id))
  if (foreign !== undefined)
    throw problem('unknownPlace', `branch: there is no branch ${JSON.stringify(foreign)}`)
  return [...new Set(wanted)]
}

const toTotal = ({ currency, works, pricedExVat, pricedIncVat, exVat, incVat }: TotalRow) => ({
  works,
  ...(currency === null ? {} : { currency }),
  ...(exVat === null ? {} : { exVat: Number(exVat) }),
  ...(incVat === null ? {} : { incVat: Number(incVat) }),
  ...(pricedExVat < works ? { withoutExVat: works - pricedExVat } : {}),
  ...(pricedIncVat < works ? { withoutIncVat: works - pricedIncVat } : {}),
})

interface Look {
  language: string
  today: string
}

const keyOf = (...parts: string[]) => JSON.stringify(parts)

/** A handful of reads for the whole page. */
export async function describe(scope: Scope, rows: readonly WorkRow[], look: Look): Promise<PutOffWork[]> {
  if (rows.length === 0) return []
  const places = rows.flatMap(({ surveyId, questionId, coveredQuestions }) =>
    [questionId, ...coveredQuestions].map((question) => ({ surveyId, question })),
  )
  const texts = await listOfferTexts(scope, [...new Set(rows.map(({ surveyId }) => surveyId))])
  const translate = await packageWordsNow(scope, look.language)
  const found = await listFoundThere(
    scope,
    places.map(({ surveyId }) => surveyId),
    places.map(({ question }) => question),
  )
  const known = {
    ...look,
    texts: new Map(
      texts.map((one) => [keyOf(one.surveyId, one.quoteId), one.text === null ? null : translate(one.text)]),
    ),
    found: new Map(found.map((one) => [keyOf(one.surveyId, one.questionId), one])),
    packages: await packagesOf(scope, rows),
    names: await namesOfStaff(scope),
    links: new Map(
      (await listSites(scope.db, scope.clientId)).flatMap(({ id, bookingLink }) =>
        bookingLink === undefined ? [] : [[id, bookingLink] as const],
      ),
    ),
    reasons: new Map(
      (await listReasons(scope, look.language)).map(({ code, reported }) => [code, reported] as const),
    ),
  }
  const work: PutOffWork[] = []
  for (const row of rows) work.push(await toWork(scope, row, known))
  return work
}

interface Known extends Look {
  texts: ReadonlyMap<string, string | null>
  found: ReadonlyMap<string, FoundThere>
  packages: ReadonlyMap<string, Package>
  names: ReadonlyMap<string, string>
  links: ReadonlyMap<string, string>
  reasons: ReadonlyMap<string, string>
}

async function packagesOf(scope: Scope, rows: readonly WorkRow[]): Promise<ReadonlyMap<string, Package>> {
  const ids = new Set(rows.flatMap(({ packageId }) => packageId ?? []))
  const refs = [...ids].flatMap((id) => findRef(scope.clientId, scope.client.masters, id) ?? [])
  return new Map((await listPackages(scope, refs)).map((one) => [one.package.id as string, one.package]))
}

async function toWork(scope: Scope, row: WorkRow, known: Known): Promise<PutOffWork> {
  const { surveyId, quoteId, decision, until, reasonCode } = row
  const header = headerOf(row)
  const findings = await listFindings(scope, row, known)
  const late = until === null ? 0 : daysBetween(until, known.today)
  const optional = {
    branchId: row.branchId,
    orderId: row.orderId,
    decidedAt: row.decidedAt?.toISOString(),
    until,
    overdueDays: late > 0 ? late : undefined,
    reasonCode,
    reason: reasonCode === null ? undefined : known.reasons.get(reasonCode),
    currency: row.currency,
    amountExVat: row.exVat,
    amountIncVat: row.incVat,
    today: costToday(scope, row, header, known),
    ...whoAndWhat(header),
    bookingLink: row.siteId === null ? undefined : known.links.get(row.siteId),
  }
  const given = Object.fromEntries(
    Object.entries(optional).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
  const text = known.texts.get(keyOf(surveyId, quoteId)) ?? findings[0]?.title ?? ''
  const followUp = toFollowUp(row, known.names, scope.actor.id)
  return { surveyId, quoteId, car: row.vehicleKey, decision, text, findings, followUp, ...given }
}

async function listFindings(
  scope: Scope,
  row: WorkRow,
  { found, language }: Known,
): Promise<PutOffWork['findings']> {
  const seen = [...new Set([row.questionId, ...row.coveredQuestions])].flatMap(
    (id) => found.get(keyOf(row.surveyId, id)) ?? [],
  )
  if (seen.length === 0) return []
  const { masterClientId, templateId, templateVersion: version } = row
  const template = inLanguage(
    await getTemplateVersion(scope.db, { masterClientId, templateId, version }),
    language,
  )
  return seen.map(({ questionId, grade, value, unitOfMeasurement }) => ({
    questionId,
    title: titleOf(
      { id: questionId, text: template.questions.get(questionId)?.text ?? questionId },
      undefined,
    ),
    grade,
    ...(value === null ? {} : { value }),
    ...(unitOfMeasurement === null ? {} : { unitOfMeasurement }),
  }))
}

/** Of the same variant; what has no price today is not guessed. */
function costToday(
  scope: Scope,
  { packageId, variantId, siteId }: WorkRow,
  { vehicle }: SurveyHeader,
  { packages }: Known,
): PutOffWork['today'] {
  const { variants = [], ...header } = (packageId !== null && packages.get(packageId)) || {}
  const variant = variants.find(({ id }) => id === variantId)
  if (variant?.priceExVat === undefined) return undefined
  const place = atSite(scope, siteId)
  const { currency, amountExVat, amountIncVat } = priceToday(place, header as Package, variant, vehicle)
  return {
    currency,
    ...(amountExVat === undefined ? {} : { amountExVat }),
    ...(amountIncVat === undefined ? {} : { amountIncVat }),
  }
}

function whoAndWhat({ customer, vehicle }: SurveyHeader) {
  const numbers = [customer, ...contactsOf(customer)].flatMap((one) => (one && phoneOf(one)) || [])
  return {
    numberPlate: vehicle?.numberPlate,
    vehicle: [vehicle?.make, vehicle?.model].filter(Boolean).join(' '),
    vin: vehicle?.vin,
    customer: customer && nameOf(customer),
    telephone: numbers[0],
  }
}
