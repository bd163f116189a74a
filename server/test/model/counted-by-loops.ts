// The figures once more, by plain loops over raw rows: written apart from the service, to be compared with it. Money in cents.
import type { Raw } from '../support/figures.ts'

type Rows = Record<string, Raw[]>

export interface LoopedOrder {
  id: string
  branch: string
  day: string
  people: string[]
  counts: Record<string, number>
  /** Currency → cents by name; `orders` is a number of orders. */
  money: Record<string, Record<string, number>>
  /** Question → what its checks say. */
  questions: Record<
    string,
    { answered: number; found: number; timed: number; ms: number; sold: Record<string, number> }
  >
}

const cents = (amount: number | null) => Math.round((amount ?? 0) * 100)
const time = (text: string | null): number => (text === null ? Number.NaN : Date.parse(text))

export function loopOrders(rows: Rows, timeZone: string, currency: string | undefined): LoopedOrder[] {
  const of = (name: string) => rows[name] ?? []
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const result: LoopedOrder[] = []
  for (const order of of('orders')) {
    if (order.matched_to !== null) continue
    const surveys = of('surveys').filter((survey) => survey.order_id === order.id)
    const one: LoopedOrder = {
      id: order.id,
      branch: order.branch_id,
      day: day.format(new Date(order.planned_start ?? order.created_at)),
      people: peopleOf(order, surveys),
      counts: { orders: order.rejected ? 0 : 1, rejected: order.rejected ? 1 : 0 },
      money: {},
      questions: {},
    }
    result.push(one)
    if (order.rejected) continue
    const add = (name: string, by = 1) => {
      one.counts[name] = (one.counts[name] ?? 0) + by
    }
    const pay = (in_: string, name: string, by: number) => {
      one.money[in_] ??= {}
      const purse = one.money[in_]
      purse[name] = (purse[name] ?? 0) + by
    }
    const checks = surveys.filter(
      (survey) => survey.completed && ['health', 'VC'].includes(survey.survey_type),
    )
    if (checks.length > 0) add('checked')
    for (const check of checks) {
      add('checks')
      add('photos', of('photos').filter((photo) => photo.survey_id === check.id).length)
      const videos = of('videos').filter((video) => video.survey_id === check.id && video.state !== 'failed')
      add('videos', videos.length)
      const offers = of('work')
        .filter((work) => work.survey_id === check.id && !work.is_apart && work.category !== 'upsaleQuote')
        .map((work) => time(work.offered_at))
      if (offers.length > 0) {
        add('timedOffers')
        const wait = Math.floor((Math.min(...offers) - time(check.completed_at)) / 1000)
        add('offerSeconds', Math.max(wait, 0))
      }
      for (const parts of of('parts'))
        if (parts.survey_id === check.id && parts.first_answered_at !== null) {
          add('partsReplies')
          const waited = time(parts.first_answered_at) - time(parts.first_requested_at)
          add('partsSeconds', Math.floor(waited / 1000))
        }
      const answers = of('answers').filter((answer) => answer.survey_id === check.id)
      const taps = answers.flatMap((answer) => (answer.tapped_at === null ? [] : [time(answer.tapped_at)]))
      const took = (time(check.completed_at) - Math.min(...taps)) / 1000
      if (taps.length > 0 && took > 0 && took <= 12 * 3600) {
        add('timedChecks')
        add('checkSeconds', Math.floor(took))
      }
      const sent = of('messages')
        .filter((message) => message.survey_id === check.id && message.state === 'sent')
        .filter((message) => ['surveyResultsEmail', 'vcApproval'].includes(message.type))
        .map((message) => time(message.sent_at))
      const after = sent.filter((at) => at >= time(check.completed_at))
      if (after.length > 0) {
        add('told')
        add('toldSeconds', Math.floor((Math.min(...after) - time(check.completed_at)) / 1000))
      }
      const decided = of('decisions')
        .filter((decision) => decision.survey_id === check.id)
        .map((decision) => time(decision.at))
      if (sent.length > 0) {
        add('sent')
        if (of('links').some((link) => link.survey_id === check.id && link.opened_at !== null)) add('opened')
        if (videos.some((video) => video.cleaned)) {
          add('sentWithVideo')
          if (of('links').some((link) => link.survey_id === check.id && link.watched_at !== null))
            add('watched')
        }
        if (decided.length > 0) add('decidedOnline')
        if (Math.min(...decided) >= Math.min(...sent) && decided.length > 0) {
          add('decided')
          add('decidedSeconds', Math.floor((Math.min(...decided) - Math.min(...sent)) / 1000))
        }
      }
      askEach(one, check, answers, of)
    }
    for (const survey of surveys) {
      for (const feedback of of('feedback').filter((row) => row.survey_id === survey.id)) {
        add('feedbacks')
        add('stars', feedback.stars)
      }
      if (checks.length > 0)
        for (const visit of of('visits').filter((row) => row.survey_id === survey.id && !row.is_apart)) {
          const chain = of('findings').find((row) => row.id === visit.finding_id)
          if (chain?.counted_in !== survey.id) continue
          add(visit.grade)
          if (!visit.is_offered) add('notOffered')
        }
      for (const work of of('work').filter((row) => row.survey_id === survey.id && !row.is_apart)) {
        const isAutomatic = work.category === 'upsaleQuote'
        if (isAutomatic && work.currency !== null) pay(work.currency, 'uplift', cents(work.sold_ex_vat))
        if (isAutomatic) continue
        add('offered')
        if (work.decision === 'approved') add('approved')
        if (work.sold_at !== null) add('sold')
        if (work.decision === 'deferred') {
          add('deferred')
          if (isBack(work, order.id, of('work'))) add('returned')
        }
        if (work.currency === null) continue
        pay(work.currency, 'offered', cents(work.ex_vat))
        if (work.decision === 'approved') pay(work.currency, 'approved', cents(work.approved_ex_vat))
        pay(work.currency, 'sold', cents(work.sold_ex_vat))
        pay(work.currency, 'uplift', cents(work.sold_ex_vat))
      }
    }
    for (const line of of('lines'))
      if (line.order_id === order.id && line.quote_id === null && line.currency !== null)
        pay(line.currency, 'uplift', cents(line.sold_ex_vat))
    const own = order.currency ?? currency ?? Object.keys(one.money).sort()[0]
    if (own !== undefined) pay(own, 'orders', 1)
  }
  return result
}

function peopleOf(order: Raw, surveys: Raw[]): string[] {
  const checks = surveys.filter(({ survey_type }) => ['health', 'VC'].includes(survey_type))
  const people = [order.survey_header?.serviceAdvisor, ...checks.map(({ surveyor }) => surveyor)]
  const names = people.flatMap((person) =>
    person ? [[person.firstName, person.lastName].filter(Boolean).join(' ').toLowerCase() || person.id] : [],
  )
  return [...new Set(names)]
}

const asked = (work: Raw) => [work.question_id, ...work.covered_questions]

function isBack(work: Raw, orderId: string, all: Raw[]): boolean {
  if (work.sold_order_id !== null && work.sold_order_id !== orderId) return true
  return all.some(
    (later) =>
      later.vehicle_key === work.vehicle_key &&
      time(later.offered_at) > time(work.offered_at) &&
      later.survey_id !== work.survey_id &&
      later.sold_at !== null &&
      !later.is_apart &&
      asked(later).some((question) => asked(work).includes(question)),
  )
}

function askEach(one: LoopedOrder, check: Raw, answers: Raw[], of: (name: string) => Raw[]): void {
  const selected = answers.filter((answer) => answer.selected)
  const spent = new Map<string, number>()
  for (const who of new Set(selected.map(({ answered_by }) => answered_by))) {
    const taps = selected.filter((answer) => answer.answered_by === who && answer.tapped_at !== null)
    const moments = [...new Set(taps.map((answer) => time(answer.tapped_at)))].sort((a, b) => a - b)
    for (let at = 1; at < moments.length; at++) {
      const now = moments[at] as number
      const gap = now - (moments[at - 1] as number)
      if (gap > 5 * 60_000) continue
      const questions = new Set(
        taps.filter((answer) => time(answer.tapped_at) === now).map(({ question_id }) => question_id),
      )
      for (const question of questions)
        spent.set(question, (spent.get(question) ?? 0) + Math.floor(gap / questions.size))
    }
  }
  for (const question of new Set(selected.map(({ question_id }) => question_id as string))) {
    one.questions[question] ??= { answered: 0, found: 0, timed: 0, ms: 0, sold: {} }
    const sums = one.questions[question]
    sums.answered++
    if (of('visits').some((visit) => visit.survey_id === check.id && visit.question_id === question))
      sums.found++
    const ms = spent.get(question)
    if (ms === undefined) continue
    sums.timed++
    sums.ms += ms
  }
  for (const work of of('work'))
    if (
      work.survey_id === check.id &&
      !work.is_apart &&
      work.currency !== null &&
      work.sold_ex_vat !== null
    ) {
      one.questions[work.question_id] ??= { answered: 0, found: 0, timed: 0, ms: 0, sold: {} }
      const sums = one.questions[work.question_id] as LoopedOrder['questions'][string]
      sums.sold[work.currency] = (sums.sold[work.currency] ?? 0) + cents(work.sold_ex_vat)
    }
}
