// What a clause works with: requests of one client through the public interface, objects of its own, and what is put away at its end.
import { Answer, type Json, type Request, type Send, Skipped, Unmet } from './exchange.ts'

/** Every object that a run makes begins with this. */
export const PREFIX = 'conformance-'

export interface Target {
  /** Path of the interface below the origin, without a slash at its end: /v1. */
  basePath: string
  origin: string
  key: string
  client: string
  dealerCode: string
  /** A client that the key does not reach. */
  otherClient?: string | undefined
  /** Surveys that are only read or refused: one with photos, one that is completed. */
  photoSurvey?: string | undefined
  completedSurvey?: string | undefined
}

export interface Surroundings {
  send: Send
  target: Target
  /** Tells the objects of this run from those of others. */
  run: string
  /** Waits before a request is sent again because there were too many. */
  pause: (milliseconds: number) => Promise<void>
  signal?: AbortSignal | undefined
}

interface CallOptions {
  headers?: Record<string, string | undefined>
  body?: unknown
  /** The bytes as they are, instead of a body. */
  raw?: string
  /** Another key; null sends none. */
  key?: string | null
}

/** Fields of an order or lead as a clause sends them. */
export type Fields = Record<string, unknown>

/** How often a request is sent again that was refused with 429. */
const MOST_REPEATS = 5
const LONGEST_PAUSE_S = 60

type Undo = () => Promise<Answer>

export class Kit {
  readonly target: Target
  readonly answers: Answer[] = []
  readonly #around: Surroundings
  readonly #clause: string
  readonly #undo: { what: string; undo: Undo }[] = []
  readonly #made = new Set<string>()
  #count = 0
  #isCleaning = false

  constructor(around: Surroundings, clause: string) {
    this.#around = around
    this.target = around.target
    this.#clause = clause
  }

  /** An id of this run that nothing has yet. */
  id(stem = ''): string {
    this.#count += 1
    return `${PREFIX}${this.#around.run}-${this.#clause}-${this.#count}${stem}`
  }

  /** An id that is the same in every run, for what the interface cannot remove. */
  lastingId(stem: string): string {
    return `${PREFIX}${stem}`
  }

  skip(reason: string): never {
    throw new Skipped(reason)
  }

  fail(expected: string, answer?: Answer): never {
    throw new Unmet(expected, answer)
  }

  /** Below the path of the client, unless another is given; sent again as long as the service asks for patience. */
  async call(
    method: string,
    path: string,
    options: CallOptions = {},
    client = this.target.client,
  ): Promise<Answer> {
    return this.callBelow(method, `/system-clients/${encodeURIComponent(client)}${path}`, options)
  }

  /** Below the path of the interface. */
  async callBelow(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return this.callAt(method, this.target.basePath + path, options)
  }

  /** At any path of the origin. */
  async callAt(method: string, path: string, { headers, body, raw, key }: CallOptions = {}): Promise<Answer> {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const all: Record<string, string | undefined> = {
      'x-api-key': key === null ? undefined : (key ?? this.target.key),
      'content-type': text === undefined ? undefined : 'application/json',
      ...headers,
    }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const request: Request = { method, path, headers: Object.fromEntries(given), body: text }
    for (let repeat = 0; ; repeat += 1) {
      if (!this.#isCleaning) this.#around.signal?.throwIfAborted()
      const answer = await this.#send(request)
      const patience = Number(answer.headers['retry-after'])
      const isLimited = answer.status === 429 && patience >= 0 && patience <= LONGEST_PAUSE_S
      if (!isLimited || repeat >= MOST_REPEATS || path.includes('/vehicle-info/')) {
        this.answers.push(answer)
        this.#rememberMade(answer)
        return answer
      }
      await this.#around.pause(patience * 1000)
    }
  }

  /** Whatever order or lead a PUT made, even one that should have been refused, is closed and rejected at the end. */
  #rememberMade({ request: { method, path }, status }: Answer): void {
    const { basePath, client, dealerCode: externalBranchId } = this.target
    const own = `${basePath}/system-clients/${encodeURIComponent(client)}`
    const [, kind] = path.startsWith(own)
      ? (/^\/(service-orders|leads)\/[^/]+$/.exec(path.slice(own.length)) ?? [])
      : []
    if (method !== 'PUT' || status >= 300 || status < 200 || kind === undefined || this.#made.has(path))
      return
    this.#made.add(path)
    const body = {
      externalBranchId,
      closed: true,
      rejected: true,
      ...(kind === 'leads' ? { deals: [] } : {}),
    }
    this.onEnd(path, () => this.callAt('PUT', path, { body }))
  }

  async #send(request: Request): Promise<Answer> {
    try {
      return new Answer(request, await this.#around.send(request, this.#clause))
    } catch (error) {
      const reason = Buffer.from(error instanceof Error ? error.message : String(error))
      throw new Unmet('a reply', new Answer(request, { status: 0, headers: {}, body: reason }))
    }
  }

  get(path: string, headers: CallOptions['headers'] = {}): Promise<Answer> {
    return this.call('GET', path, { headers })
  }

  put(path: string, body: unknown, headers: CallOptions['headers'] = {}): Promise<Answer> {
    return this.call('PUT', path, { body, headers })
  }

  post(path: string, body: unknown, headers: CallOptions['headers'] = {}): Promise<Answer> {
    return this.call('POST', path, { body, headers })
  }

  delete(path: string, headers: CallOptions['headers'] = {}): Promise<Answer> {
    return this.call('DELETE', path, { headers })
  }

  /** Names what a clause leaves to be put away, whether it is met or not. */
  onEnd(what: string, undo: Undo): void {
    this.#undo.unshift({ what, undo })
  }

  /** An order of this clause. Nothing is sent yet. */
  order(id = this.id()): Thing {
    return new Thing(this, 'service-orders', id)
  }

  lead(id = this.id()): Thing {
    return new Thing(this, 'leads', id)
  }

  /** An order that exists. */
  async newOrder(fields: Fields = {}): Promise<Thing> {
    const order = this.order()
    ;(await order.put(fields)).isDone()
    return order
  }

  async newLead(fields: Fields = {}): Promise<Thing> {
    const lead = this.lead()
    ;(await lead.put(fields)).isDone()
    return lead
  }

  /** What could not be put away. */
  async cleanUp(): Promise<string[]> {
    const left: string[] = []
    this.#isCleaning = true
    for (const { what, undo } of this.#undo) {
      const status = await undo().then(
        (answer) => answer.status,
        () => 0,
      )
      // 404: the clause saw to it itself, or the thing was never made.
      if ((status < 200 || status >= 300) && status !== 404) left.push(what)
    }
    return left
  }
}

/** An order or a lead. */
export class Thing {
  readonly id: string
  readonly path: string
  readonly #kit: Kit

  constructor(kit: Kit, kind: 'service-orders' | 'leads', id: string) {
    this.#kit = kit
    this.id = id
    this.path = `/${kind}/${encodeURIComponent(id)}`
  }

  /** With the dealer code of the run, unless the fields have another. */
  async put(fields: Fields = {}, headers: CallOptions['headers'] = {}): Promise<Answer> {
    return this.#kit.put(this.path, { externalBranchId: this.#kit.target.dealerCode, ...fields }, headers)
  }

  async change(fields: Fields = {}): Promise<Answer> {
    return (await this.put(fields)).isDone()
  }

  async read(): Promise<Answer> {
    return (await this.#kit.get(this.path)).is(200)
  }

  /** The types of its surveys in the order of the alphabet. */
  async types(): Promise<{ answer: Answer; types: string[] }> {
    const answer = await this.read()
    const surveys: Json[] = answer.at('surveys') ?? []
    return { answer, types: surveys.map(({ surveyType }) => String(surveyType)).sort() }
  }

  async hasTypes(...wanted: string[]): Promise<void> {
    const { answer, types } = await this.types()
    answer.expect(
      types.join() === wanted.toSorted().join(),
      wanted.length === 0 ? 'no survey' : `one survey each of ${wanted.join(', ')}, and no other`,
    )
  }

  /** The id of its survey of a type, or of its only one. */
  async surveyId(type?: string): Promise<string> {
    const answer = await this.read()
    const surveys: Json[] = answer.at('surveys') ?? []
    const found = type === undefined ? surveys[0] : surveys.find(({ surveyType }) => surveyType === type)
    answer.expect(typeof found?.id === 'string', `a survey${type ? ` of type ${type}` : ''} with its id`)
    return found.id
  }

  async survey(type?: string): Promise<Survey> {
    return new Survey(this.#kit, await this.surveyId(type))
  }
}

export interface Question {
  id: string
  answers: { id: string; selected?: boolean; custom?: boolean; value?: string; packages?: Json[] }[]
}

export class Survey {
  readonly id: string
  readonly path: string
  readonly #kit: Kit

  constructor(kit: Kit, id: string) {
    this.#kit = kit
    this.id = id
    this.path = `/surveys/${encodeURIComponent(id)}`
  }

  async read(): Promise<Answer> {
    return (await this.#kit.get(this.path)).is(200)
  }

  /** Questions of the survey, of all sections. */
  async questions(): Promise<{ answer: Answer; questions: Question[] }> {
    const answer = await this.read()
    return { answer, questions: questionsIn(answer.at('contents')) }
  }

  /** A question that takes answers. */
  async question(fits: (question: Question) => boolean = () => true): Promise<Question> {
    const { answer, questions } = await this.questions()
    const found = questions.find((one) => one.id !== 'upSale' && fits(one))
    answer.expect(found !== undefined, 'a survey with questions and standard answers')
    return found as Question
  }

  answersPath(questionId: string): string {
    return `${this.path}/questions/${encodeURIComponent(questionId)}/answers`
  }

  /** The answers of a question as they are now. */
  async answersOf(questionId: string): Promise<{ answer: Answer; answers: Question['answers'] }> {
    const { answer, questions } = await this.questions()
    return { answer, answers: questions.find(({ id }) => id === questionId)?.answers ?? [] }
  }

  /** Adds an answer and gives its id and path. It is frozen with its survey when the order is closed at the end. */
  async add(questionId: string, body: Fields): Promise<{ id: string; path: string; answer: Answer }> {
    const answer = (await this.#kit.post(this.answersPath(questionId), body)).is(201)
    const id = decodeURIComponent(answer.location().pathname.split('/').at(-1) ?? '')
    const path = `${this.answersPath(questionId)}/${encodeURIComponent(id)}`
    return { id, path, answer }
  }
}

export function questionsIn(contents: Json): Question[] {
  if (!Array.isArray(contents)) return []
  return contents.flatMap((element: Json) =>
    element?.category === 'question'
      ? [{ ...element, answers: element.answers ?? [] }]
      : questionsIn(element?.contents),
  )
}
