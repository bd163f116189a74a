// A body of bytes as a whole, for those that are small enough.
import type { Readable } from 'node:stream'

/** If the body is refused, the stream is left open: destroying it would also end the connection and lose the reply. */
export async function readStream(stream: Readable, most: number, tooLarge: () => Error): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > most) throw tooLarge()
      chunks.push(chunk)
    }
  } finally {
    stream.resume()
  }
  return Buffer.concat(chunks)
}
