// How an event or something that waits becomes an entry of an inbox. Pure: no database, no clock.
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import type { EventPayload } from '@walkaround/contract/events.ts'
import { sumOfAll } from '@walkaround/contract/rules/money.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import type { PartNews } from '../parts/rows.ts'
import { plannedTechnician, type SurveyHeader } from '../surveys/header.ts'
import { recognisedBy, type Viewer } from './rules.ts'

type Decisions = EventPayload<'owner.decided'>['decisions']
type Amounts = Pick<InboxEntry, 'currency' | 'approved' | 'deferred' | 'rejected'>

/** Without amounts if a line has none, or there are several currencies. */
export function amountsOf(decisions: Decisions): Amounts {
  const currency = decisions[0]?.currency
  if (currency === undefined || decisions.some((one) => one.currency !== currency)) return {}
  const amounts: Amounts = { currency }
  for (const status of ['approved', 'deferred', 'rejected'] as const) {
    const lines = decisions.filter(({ after }) => after.approvalStatus === status)
    const sum = lines.length === 0 ? undefined : sumOfAll(lines.map(({ incVat }) => incVat))
    if (sum !== undefined) amounts[status] = sum
  }
  return amounts
}

type Car = Pick<InboxEntry, 'numberPlate' | 'vehicle' | 'customer' | 'isMine'>

/** What an entry says of its car, and whether that is the viewer's. */
export function carOf(header: SurveyHeader, viewer: Viewer): Car {
  const { vehicle, customer } = header
  const texts = {
    numberPlate: vehicle?.numberPlate,
    vehicle: [vehicle?.make, vehicle?.model].filter(Boolean).join(' '),
    customer: customer && nameOf(customer),
  }
  const given: Car = Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
  const people = [header.serviceAdvisor, header.responsiblePerson, ...plannedTechnician(header)]
  const isMine = people.some((one) => one !== undefined && recognisedBy(viewer, one))
  return { ...given, ...(isMine ? { isMine } : {}) }
}

export const worksOn = (header: SurveyHeader, viewer: Viewer): boolean =>
  plannedTechnician(header).some((one) => recognisedBy(viewer, one))

type PartsEntry = Omit<InboxEntry, 'at' | 'card'> & { at: Date }

/** Of a request, for who keeps the parts; of a reply, for others. Undefined of what the viewer did. */
export function partsEntry(news: PartNews, { role, loginId }: Viewer): PartsEntry | undefined {
  const { surveyId, questionId, revision, answeredAt, availableOn } = news
  const entry = (kind: 'partsRequested' | 'partsAnswered', about: number) => ({
    id: `${kind}/${JSON.stringify([surveyId, questionId, about])}`,
    kind,
    questionId,
  })
  if (role === 'parts') {
    if (news.requestedBy === loginId) return undefined
    return {
      // The same entry before and after the reply, another one if somebody asks again.
      ...entry('partsRequested', news.requestedAt.getTime()),
      at: news.requestedAt,
      by: news.requestedName,
      ...(news.wanted === null ? {} : { text: news.wanted }),
      ...(answeredAt === null ? {} : { isAnswered: true }),
    }
  }
  if (answeredAt === null || news.state === 'requested' || news.answeredBy === loginId) return undefined
  return {
    ...entry('partsAnswered', revision),
    at: answeredAt,
    outcome: news.state,
    ...(news.answeredName === null ? {} : { by: news.answeredName }),
    ...(news.note === null ? {} : { text: news.note }),
    ...(availableOn === null ? {} : { availableOn }),
  }
}
