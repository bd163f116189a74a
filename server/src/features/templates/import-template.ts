// Imports a template: the importing client becomes its master. A version is never changed, only succeeded by a new one (D1).
import { isDeepStrictEqual } from 'node:util'
import type { TemplateDocument } from '@walkaround/contract/template-document.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { recordEvents } from '../../db/events.ts'
import { DEFAULT_MASTER } from '../../organisation/clients.ts'
import { problem, problemOf, type Violation } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { assertTemplate } from './check-template.ts'
import { listElements } from './rules.ts'
import * as store from './store.ts'

interface ImportedTemplate {
  id: string
  version: number
  /** False if the newest version was already the same. */
  isNew: boolean
}

export async function importTemplate(scope: Scope, document: unknown): Promise<ImportedTemplate> {
  if (scope.clientId === DEFAULT_MASTER) {
    throw problem(
      'invalidArgument',
      `client: the templates of "${DEFAULT_MASTER}" come with the service and are renewed at every start; import under a client of your own`,
    )
  }
  const imported = await saveTemplate(scope, document)
  const { id, version, isNew } = imported
  if (isNew)
    recordChange(scope, {
      kind: 'template.imported',
      subject: `template/${id}`,
      ...(version > 1 ? { before: { version: version - 1 } } : {}),
      after: { version },
    })
  return imported
}

/** Also used for the default templates, which nobody imports. */
export async function saveTemplate(
  scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>,
  input: unknown,
): Promise<ImportedTemplate> {
  assertTemplate(input)
  // As it will come back from the database: without undefined and negative zero.
  const document = JSON.parse(JSON.stringify(input)) as TemplateDocument
  const { surveyType, version: latest } = await store.getTemplateForUpdate(scope, document)
  if (latest > 0) {
    const ref = { masterClientId: scope.clientId, templateId: document.id, version: latest }
    if (isDeepStrictEqual(await store.findDocument(scope.db, ref), document)) {
      return { id: document.id, version: latest, isNew: false }
    }
    assertMeaningsKept(document, surveyType, await store.listUsedIds(scope, document.id))
  }
  const version = latest + 1
  await store.insertVersion(scope, document, version)
  await recordEvents(scope, [
    { kind: 'template.imported', subject: `template/${document.id}`, payload: { version } },
  ])
  return { id: document.id, version, isNew: true }
}

/** Surveys, packages and statistics of years refer to these ids (D1). */
function assertMeaningsKept(
  document: TemplateDocument,
  surveyType: string,
  used: readonly store.UsedId[],
): void {
  const before = new Map(used.map((entry) => [entry.id, entry]))
  const violations: Violation[] = []
  const refuse = (path: string, now: string, was: string) =>
    violations.push({
      kind: 'invalidTemplate',
      info: `${path}: ${JSON.stringify(now)} was ${JSON.stringify(was)} in an earlier version; ids never change their meaning (D1), take another id`,
    })
  if (document.surveyType !== surveyType) refuse('surveyType', document.surveyType, surveyType)
  for (const { element, path } of listElements(document.contents)) {
    const known = before.get(element.id)
    if (!known) continue
    if (known.category !== element.category) {
      refuse(`${path}.category`, element.category, known.category)
    } else if (element.category === 'question') {
      for (const kind of ['questionCategory', 'answerCategory'] as const) {
        const was = known[kind]
        if (was !== null && was !== element[kind]) refuse(`${path}.${kind}`, element[kind], was)
      }
    }
  }
  if (violations.length > 0) throw problemOf(violations)
}
