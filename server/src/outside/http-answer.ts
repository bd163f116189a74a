// Reads one answer of HTTP/1.1 as its bytes come: head, then as much of the body as is kept. Strict, and pure: what is not
// plainly HTTP is refused, and a connection is used again only when nothing about its end is in doubt.

export interface HttpAnswer {
  status: number
  /** Status line and headers, as they came; lines end with a line feed. */
  head: Buffer
  body: Buffer
  /** The answer has ended where it said it would, and the other side means to go on. */
  mayReuse: boolean
}

/** The code is one of Node's own parser, so that failures are told alike. */
export class NotHttp extends Error {
  override name = 'NotHttp'
  readonly code: 'HPE_INVALID' | 'HPE_HEADER_OVERFLOW'
  constructor(code: NotHttp['code']) {
    super(code)
    this.code = code
  }
}

export interface AnswerReader {
  /** The answer once it is whole; undefined while more must come. */
  push(chunk: Buffer): HttpAnswer | undefined
  /** The connection ended: what there is, or undefined when there is no status yet. */
  end(): HttpAnswer | undefined
}

const LONGEST_HEAD = 16_384
const HEAD_END = '\r\n\r\n'
const statusLine = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [^\r\n]*)?$/
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*$/
const chunkLine = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?$/

interface Head {
  status: number
  bytes: Buffer
  isKept: boolean
  /** Bytes of the body; `chunked`, or until the connection ends. */
  length: number | 'chunked' | 'untilEnd'
}

export function createAnswerReader(longestBody: number): AnswerReader {
  let rest: Buffer = Buffer.alloc(0)
  let read = 0
  let head: Head | undefined
  const kept: Buffer[] = []
  let length = 0
  let isOver = false
  let isExact = false
  // Of the chunk that is being read; -1 before its size is known, -2 when only trailers are left.
  let left = -1

  function keep(bytes: Buffer): void {
    if (length < longestBody) kept.push(bytes.subarray(0, longestBody - length))
    length += bytes.length
    if (length > longestBody) isOver = true
  }

  function finish(): HttpAnswer | undefined {
    if (!head) return undefined
    const mayReuse = isExact && !isOver && head.isKept && rest.length === 0
    return { status: head.status, head: head.bytes, body: Buffer.concat(kept), mayReuse }
  }

  /** Up to the next CRLF; undefined while it has not come. */
  function takeLine(): string | undefined {
    const at = rest.indexOf('\r\n')
    if (at < 0) {
      if (rest.length > LONGEST_HEAD) throw new NotHttp('HPE_INVALID')
      return undefined
    }
    const line = rest.toString('latin1', 0, at)
    rest = rest.subarray(at + 2)
    return line
  }

  function readHead(): boolean {
    while (!head) {
      const at = rest.indexOf(HEAD_END)
      if (at < 0 ? rest.length > LONGEST_HEAD : read + at > LONGEST_HEAD)
        throw new NotHttp('HPE_HEADER_OVERFLOW')
      if (at < 0) return false
      const found = toHead(rest.subarray(0, at))
      rest = rest.subarray(at + HEAD_END.length)
      read += at
      // Word that an answer is on its way is none; a change of protocol was not asked for.
      if (found.status === 101) throw new NotHttp('HPE_INVALID')
      if (found.status >= 200) head = found
    }
    return true
  }

  /** True when the body is whole. */
  function readBody({ length: wanted }: Head): boolean {
    if (wanted === 'chunked') return readChunks()
    const bytes = wanted === 'untilEnd' ? rest : rest.subarray(0, wanted - length)
    rest = rest.subarray(bytes.length)
    if (bytes.length > 0) keep(bytes)
    isExact = length === wanted
    return isExact
  }

  function readChunks(): boolean {
    for (;;) {
      if (left === -2) {
        const line = takeLine()
        if (line === undefined) return false
        if (line === '') {
          isExact = true
          return true
        }
        if (!headerLine.test(line)) throw new NotHttp('HPE_INVALID')
      } else if (left === -1) {
        const line = takeLine()
        if (line === undefined) return false
        const size = chunkLine.exec(line)?.[1]
        if (size === undefined) throw new NotHttp('HPE_INVALID')
        left = Number.parseInt(size, 16)
        if (left === 0) left = -2
      } else if (left > 0) {
        if (rest.length === 0) return false
        const bytes = rest.subarray(0, left)
        rest = rest.subarray(bytes.length)
        left -= bytes.length
        keep(bytes)
        if (isOver) return true
      } else {
        const line = takeLine()
        if (line === undefined) return false
        if (line !== '') throw new NotHttp('HPE_INVALID')
        left = -1
      }
    }
  }

  return {
    push(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (!readHead() || !head) return undefined
      return readBody(head) || isOver ? finish() : undefined
    },
    end: finish,
  }
}

function toHead(bytes: Buffer): Head {
  const [first = '', ...lines] = bytes.toString('latin1').split('\r\n')
  const [, minor, code] = statusLine.exec(first) ?? []
  if (code === undefined) throw new NotHttp('HPE_INVALID')
  const status = Number(code)
  const lengths = new Set<string>()
  let coding = ''
  let isKept = minor === '1'
  for (const line of lines) {
    const [, name, value = ''] = headerLine.exec(line) ?? []
    if (name === undefined) throw new NotHttp('HPE_INVALID')
    const lower = name.toLowerCase()
    if (lower === 'content-length') lengths.add(value)
    else if (lower === 'transfer-encoding') coding += `,${value.toLowerCase()}`
    else if (lower === 'connection' && /(^|,)[ \t]*close[ \t]*(,|$)/i.test(value)) isKept = false
  }
  const [given] = lengths
  if (lengths.size > 1 || (given !== undefined && !/^\d{1,15}$/.test(given))) throw new NotHttp('HPE_INVALID')
  // A length beside a coding is how one answer is made to look like two: it is read, and the connection is not used again.
  if (coding !== '' && given !== undefined) isKept = false
  const isBare = status < 200 || status === 204 || status === 304
  return {
    status,
    bytes: Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    isKept,
    length: isBare
      ? 0
      : coding !== ''
        ? /,[ \t]*chunked$/.test(coding)
          ? 'chunked'
          : 'untilEnd'
        : given === undefined
          ? 'untilEnd'
          : Number(given),
  }
}
