// Templates and packages as files of JSON, in both directions.
import type { Readable } from 'node:stream'
import { parseJson } from '../../input/parse-json.ts'
import { readStream } from '../../input/read-stream.ts'
import { etagOf } from '../../lib/etag.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { importTemplate } from '../templates/import-template.ts'
import { exportTemplate } from '../templates/read-templates.ts'
import { exportCatalogue, importCatalogue } from './catalogue-file.ts'
import { readCatalogueFile } from './read-catalogue-file.ts'

/** As price lists of the interface unless set otherwise (A10). */
const FILE_BYTES = 8 * 1024 * 1024

interface MadeFile {
  bytes: Buffer
  etag: string
  name: string
}

function toFile(value: unknown, name: string): MadeFile {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  return { bytes, etag: etagOf(bytes), name: `${name.replace(/[^A-Za-z0-9_-]+/g, '-')}.json` }
}

export const readTemplate = async (scope: Scope, id: string, version?: number): Promise<MadeFile> =>
  toFile(await exportTemplate(scope, id, version), id)

export const readCatalogue = async (scope: Scope, id?: string): Promise<MadeFile> =>
  toFile(await exportCatalogue(scope, id), id ?? `${scope.clientId}-packages`)

const readJson = async (stream: Readable): Promise<unknown> =>
  parseJson(
    await readStream(stream, FILE_BYTES, () =>
      problem('fileTooLarge', `file: may have at most ${FILE_BYTES} bytes, this one has more`),
    ),
  )

/** What is to be done with the file; it is read before the transaction begins. */
export async function takeTemplate(stream: Readable) {
  const document = await readJson(stream)
  return (scope: Scope) => importTemplate(scope, document)
}

export async function takeCatalogue(stream: Readable) {
  const file = readCatalogueFile(await readJson(stream))
  return (scope: Scope) => importCatalogue(scope, file)
}
