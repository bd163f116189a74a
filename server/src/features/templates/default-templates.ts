// The templates delivered with the service: loaded into the database at every start, under the master client `open`.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { surveyTypes } from '@walkaround/contract/survey-types.ts'
import type { TemplateDocument } from '@walkaround/contract/template-document.ts'
import type { Database } from '../../db/database.ts'
import { addClient, DEFAULT_MASTER, getClientForUpdate } from '../../organisation/clients.ts'
import { languagesFolder } from '../../outside/language-files.ts'
import { Problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { saveTemplate } from './import-template.ts'
import * as store from './store.ts'

const folder = new URL('../../../data/templates/', import.meta.url)

/** One per survey type, as shipped with this version of the service. */
export function readDefaultTemplates(): Promise<TemplateDocument[]> {
  return Promise.all(
    surveyTypes.map(async (type) => {
      const file = `${type.toLowerCase()}.json`
      const [document, ...texts] = await Promise.all([
        readJson(new URL(file, folder)),
        ...others.map((language) => readJson(new URL(`${language}/templates/${file}`, languagesFolder))),
      ])
      return {
        ...(document as Omit<TemplateDocument, 'texts'>),
        texts: Object.fromEntries(
          others.map((language, index) => [language, texts[index] as Record<string, string>]),
        ),
      }
    }),
  )
}

/** English is in the document itself. */
const others = languages.filter((language) => language !== 'en')

const readJson = async (file: URL): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

/** Equal to the hash the database computes from the stored text. */
function hashOf(document: TemplateDocument): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex')
}

interface Delivery {
  /** The master client that runs them, made if it does not exist. */
  clientId: string
  name: string
  templates: TemplateDocument[]
}

/** Returns the ids of the templates that got a new version. */
export async function loadDefaultTemplates(database: Database, now = new Date()): Promise<string[]> {
  const templates = await readDefaultTemplates()
  return loadTemplates(database, { clientId: DEFAULT_MASTER, name: 'Walkaround defaults', templates }, now)
}

/** One query if nothing changed; safe for several processes that start at once. */
export async function loadTemplates(
  database: Database,
  { clientId, name, templates }: Delivery,
  now: Date,
): Promise<string[]> {
  const known = await store.listHashes(database, clientId)
  if (templates.every((document) => known.get(document.id) === hashOf(document))) return []
  return database.transaction(async (db) => {
    const scope = { db, clientId, actor: { kind: 'system', id: 'templates' }, now } as const
    await ensureMaster(scope, name)
    const renewed: string[] = []
    for (const document of templates) {
      const { isNew } = await saveTemplate(scope, document)
      if (isNew) renewed.push(document.id)
      await store.insertFirstChoice(scope, document)
    }
    return renewed
  })
}

async function ensureMaster(
  scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>,
  name: string,
): Promise<void> {
  try {
    await addClient(scope, { id: scope.clientId, name, releaseTypes: [], masters: [] })
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'alreadyExists')) throw error
  }
  // Processes that start together wait for each other here; the later ones find everything done.
  await getClientForUpdate(scope, scope.clientId)
}
