// The packages delivered with the service: loaded into the database at every start, under the master client `open`, unpriced and
// bound to the answers of the default templates.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { languages } from '@walkaround/contract/rules/texts.ts'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/sql.ts'
import { DEFAULT_MASTER, getClientForUpdate } from '../../organisation/clients.ts'
import { languagesFolder } from '../../outside/language-files.ts'
import { listHashes } from '../packages/catalogue.ts'
import { type FilePackage, saveFilePackage } from '../packages/import-packages.ts'
import { textsJson } from '../packages/package-words.ts'
import { toStoredPackage } from '../packages/rules.ts'
import type { CatalogueFile } from './catalogue-file.ts'
import { type Binding, changesBy, keyOf } from './rules.ts'
import * as store from './store.ts'

const folder = new URL('../../../data/packages/', import.meta.url)

/** As shipped with this version of the service. Templates have the names their master uses. */
export async function readDefaultPackages(): Promise<Required<CatalogueFile>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const files = await Promise.all(
    names.map(async (name) => {
      const [file, ...texts] = await Promise.all([
        readJson<CatalogueFile>(new URL(name, folder)),
        ...others.map((language) =>
          readJson<Record<string, string>>(new URL(`${language}/packages/${name}`, languagesFolder)),
        ),
      ])
      return { ...file, packages: file.packages.map((one) => withTexts(one, texts)) }
    }),
  )
  return {
    packages: files.flatMap(({ packages }) => packages),
    bindings: files.flatMap(({ bindings = [] }) => bindings),
  }
}

/** English is in the packages themselves. */
const others = languages.filter((language) => language !== 'en')

const readJson = async <T>(file: URL): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T

/** Every package with the translations of its own words. */
function withTexts(one: FilePackage, texts: readonly Readonly<Record<string, string>>[]): FilePackage {
  const words = [...new Set(wordsOf(one))]
  const translations = others.flatMap((language, index) =>
    words.flatMap((text) => {
      const translation = texts[index]?.[text]
      return translation === undefined ? [] : [{ language, text, translation }]
    }),
  )
  return { ...one, texts: translations }
}

/** Every text of a package that people read. */
export function* wordsOf({ description, variants = [] }: FilePackage): Generator<string> {
  const all = [
    description,
    ...variants.flatMap((one) => [one.description, ...(one.contents ?? []).map((item) => item.description)]),
  ]
  for (const text of all) if (text !== undefined) yield text
}

/** Call it after loading the default templates. Returns the ids of new or changed packages. */
export async function loadDefaultPackages(database: Database, now = new Date()): Promise<string[]> {
  return loadPackages(database, DEFAULT_MASTER, await readDefaultPackages(), now)
}

/** Two short queries if nothing changed; safe for several processes that start at once. */
export async function loadPackages(
  database: Database,
  clientId: string,
  { packages, bindings }: Required<CatalogueFile>,
  now: Date,
): Promise<string[]> {
  const known = await listHashes(database, clientId)
  const isKnown = packages.every((one) => known.get(one.id) === hashOf(one))
  const templates = [...new Set(bindings.map(({ template }) => template))]
  const changesOf = async (db: Db, templateId: string) => {
    const before = await store.listBindings({ db, clientId }, { masterClientId: clientId, templateId })
    const wanted = bindings.filter(({ template }) => template === templateId).map(toBinding)
    const keys = new Set(wanted.map(keyOf))
    const dropped = before.filter((one) => !keys.has(keyOf(one))).map((one) => ({ ...one, packageIds: [] }))
    return changesBy(before, [...wanted, ...dropped]).map(({ binding }) => binding)
  }
  const open = await Promise.all(templates.map((template) => changesOf(database, template)))
  if (isKnown && open.every((changes) => changes.length === 0)) return []
  return database.transaction(async (db) => {
    const scope = { db, clientId, actor: { kind: 'system', id: 'packages' }, now } as const
    // Processes that start together wait for each other here; the later ones find everything done.
    await getClientForUpdate(scope, clientId)
    const renewed: string[] = []
    for (const one of packages) {
      const outcome = await saveFilePackage(scope, one, { isMaster: true })
      if (outcome !== 'unchanged') renewed.push(one.id)
    }
    for (const templateId of templates) {
      const changes = await changesOf(db, templateId)
      if (changes.length === 0) continue
      await store.saveBindings(scope, { masterClientId: clientId, templateId }, templateId, changes)
    }
    return renewed
  })
}

const toBinding = ({
  questionId,
  answerId,
  packageIds,
}: Required<CatalogueFile>['bindings'][number]): Binding => ({
  questionId,
  answerId,
  siteId: '',
  branchId: '',
  packageIds,
})

/** Equal to the hash the database computes from the stored text. */
function hashOf({ covers = '' as never, contains = [], texts, ...one }: FilePackage): string {
  return createHash('sha256')
    .update(`${covers}${contains.join(' ')}${textsJson(texts) ?? ''}${JSON.stringify(toStoredPackage(one))}`)
    .digest('hex')
}
