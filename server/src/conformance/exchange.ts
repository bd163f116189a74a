// One request and its reply, and what a clause may expect of them. Knows nothing of how requests travel: that is passed in.

export interface Request {
  method: string
  /** Absolute, below the origin. */
  path: string
  headers: Record<string, string>
  body?: string | undefined
}

export interface Reply {
  status: number
  /** Names in small letters. */
  headers: Record<string, string>
  body: Buffer
}

/** Follows no redirect. Rejects only if no reply came, with the reason in words. `clause` says for which clause it is sent. */
export type Send = (request: Request, clause: string) => Promise<Reply>

// biome-ignore lint/suspicious/noExplicitAny: the other side may send any JSON; clauses say what they expect of it
export type Json = any

/** A clause is not met: what was expected, and the exchange that shows it. */
export class Unmet extends Error {
  override name = 'Unmet'
  readonly expected: string
  readonly answer: Answer | undefined

  constructor(expected: string, answer?: Answer) {
    super(expected)
    this.expected = expected
    this.answer = answer
  }
}

/** A clause cannot be examined here; the reason is for the reader of the sheet. */
export class Skipped extends Error {
  override name = 'Skipped'
}

/** A reply with its request. */
export class Answer {
  readonly request: Request
  readonly status: number
  readonly headers: Record<string, string>
  readonly bytes: Buffer
  readonly text: string

  constructor(request: Request, { status, headers, body }: Reply) {
    this.request = request
    this.status = status
    this.headers = headers
    this.bytes = body
    this.text = body.toString('utf8')
  }

  get isJson(): boolean {
    return this.parsed() !== undefined
  }

  /** The body; the clause fails if it is not JSON. */
  get json(): Json {
    const value = this.parsed()
    this.expect(value !== undefined, 'a body of JSON')
    return value
  }

  parsed(): Json {
    try {
      return JSON.parse(this.text)
    } catch {
      return undefined
    }
  }

  /** Fails the clause unless it is so. */
  expect(isMet: boolean, expected: string): this {
    if (!isMet) throw new Unmet(expected, this)
    return this
  }

  is(...statuses: number[]): this {
    return this.expect(statuses.includes(this.status), `status ${statuses.join(' or ')}`)
  }

  /** Any success; which code it must be, clauses of their own say. */
  isDone(): this {
    return this.expect(this.status >= 200 && this.status < 300, 'success')
  }

  /** A refusal; its errorInfo has these words, in any case. */
  isRefused(status: number, ...words: string[]): this {
    this.is(status)
    for (const word of words) {
      const info = String(this.parsed()?.errorInfo ?? '')
      this.expect(info.toLowerCase().includes(word.toLowerCase()), `errorInfo that names ${word}`)
    }
    return this
  }

  hasCode(errorCode: number): this {
    return this.expect(this.parsed()?.errorCode === errorCode, `errorCode ${errorCode}`)
  }

  /** The value of a field by its path, such as vehicle.make. */
  at(path: string): Json {
    let value = this.json
    for (const part of path.split('.')) value = value?.[part]
    return value
  }

  has(path: string, wanted: unknown): this {
    return this.expect(
      isSame(this.at(path), wanted),
      wanted === undefined ? `no ${path}` : `${path} = ${JSON.stringify(wanted)}`,
    )
  }

  lacks(...paths: string[]): this {
    for (const path of paths) this.has(path, undefined)
    return this
  }

  /** A bare array, whose entries are returned. */
  list(): Json[] {
    const value = this.json
    this.expect(Array.isArray(value), 'a bare JSON array')
    return value
  }

  /** Header Location: absolute, and its path below the origin. */
  location(): URL {
    const url = URL.parse(this.headers.location ?? '')
    this.expect(url !== null, 'a header Location with an absolute address')
    return url as URL
  }
}

/** The same JSON value, whatever the order of fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSame(one[name as keyof typeof one], other[name as keyof typeof other]))
  )
}
