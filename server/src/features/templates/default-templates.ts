// The templates delivered with the service: loaded into the database at every start, under the master client `open`.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { surveyTypes } from '@walkaround/contract/survey-types.ts'
import type { TemplateDocument } from '@walkaround/contract/template-document.ts'
import type { Database } from '../../db/database.ts'
import { addClient, DEFAULT_MASTER, getClientForUpdate } from '../../organisation/clients.ts'
import { Problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { saveTemplate } from './import-template.ts'
import * as store from './store.ts'

const folder = new URL('../../../data/templates/', import.meta.url)

/** One per survey type, as shipped with this version of the service. */
export function readDefaultTemplates(): Promise<TemplateDocument[]> {
  return Promise.all(
    surveyTypes.map(async (type) => {
      const text = await readFile(new URL(`${type.toLowerCase()}.json`, folder), 'utf8')
      return JSON.parse(text) as TemplateDocument
    }),
  )
}

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
