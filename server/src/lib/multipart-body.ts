// Reads a posted form with files as it arrives: nothing but a short text is held in memory. Knows no form.

/** The body is none that a browser sends. */
export class MultipartError extends Error {
  override name = 'MultipartError'
}

/** As it arrives. */
export interface PostedFile {
  contentType: string
  stream: AsyncIterable<Buffer>
}

interface TakenPart {
  text(name: string, value: string): void
  /** Reads all of it. A field without a file has neither name nor content. */
  file(name: string, fileName: string, content: AsyncIterable<Buffer>): Promise<void>
}

const MOST_PARTS = 20
const LONGEST_HEAD = 4_096
const LONGEST_TEXT = 16_384
const LINE_END = '\r\n'

export async function takeMultipart(
  { contentType, stream: body }: PostedFile,
  take: TakenPart,
): Promise<void> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new MultipartError('the form has no boundary')
  const bytes = createReader(body, LINE_END)
  const mark = Buffer.from(`${LINE_END}--${boundary}`)
  await textOf(bytes.until(mark), LONGEST_HEAD)
  for (let count = 0; (await bytes.take(2)) !== '--'; count++) {
    if (count === MOST_PARTS) throw new MultipartError('the form has too many fields')
    const head = await textOf(bytes.until(Buffer.from(LINE_END + LINE_END)), LONGEST_HEAD)
    const name = attribute(head, 'name') ?? ''
    const fileName = attribute(head, 'filename')
    if (fileName === undefined) take.text(name, await textOf(bytes.until(mark), LONGEST_TEXT))
    else await take.file(name, fileName, bytes.until(mark))
  }
}

/** As browsers write it: quotes and line ends are percent-encoded. */
const attribute = (head: string, name: string): string | undefined =>
  new RegExp(`^content-disposition:.*?[;\\s]${name}="([^"\\r\\n]*)"`, 'im')
    .exec(head)?.[1]
    ?.replaceAll('%22', '"')

async function textOf(pieces: AsyncIterable<Buffer>, longest: number): Promise<string> {
  const kept: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > longest) throw new MultipartError('a field of the form is too long')
    kept.push(piece)
  }
  return Buffer.concat(kept).toString('utf8')
}

function createReader(body: AsyncIterable<Buffer>, before: string) {
  const source = body[Symbol.asyncIterator]()
  let held: Buffer = Buffer.from(before)
  const more = async () => {
    const { done, value } = await source.next()
    if (done) throw new MultipartError('the form ended early')
    held = held.length === 0 ? value : Buffer.concat([held, value])
  }
  return {
    /** What comes before the mark, in pieces; the mark is left behind. */
    async *until(mark: Buffer): AsyncGenerator<Buffer> {
      for (;;) {
        const at = held.indexOf(mark)
        const end = at < 0 ? held.length - mark.length + 1 : at
        const piece = held.subarray(0, Math.max(0, end))
        held = held.subarray(at < 0 ? piece.length : at + mark.length)
        if (piece.length > 0) yield piece
        if (at >= 0) return
        await more()
      }
    },
    async take(count: number): Promise<string> {
      while (held.length < count) await more()
      const taken = held.subarray(0, count).toString('latin1')
      held = held.subarray(count)
      return taken
    },
  }
}
