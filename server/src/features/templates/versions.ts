// Template versions, read once per process: they never change, and every survey is composed from one.
import type {
  TemplateAnswer,
  TemplateDocument,
  TemplateQuestion,
} from '@walkaround/contract/template-document.ts'
import type { Db } from '../../db/sql.ts'
import { problem } from '../../problems.ts'
import { listQuestions, type TemplateRef } from './rules.ts'
import { findDocument } from './store.ts'
import { toLanguage } from './translate.ts'

export interface VersionRef extends TemplateRef {
  version: number
}

/** Shared by all requests and frozen: copy it before changing anything. */
export interface TemplateVersion extends Readonly<VersionRef> {
  readonly document: TemplateDocument
  readonly questions: ReadonlyMap<string, TemplateQuestion>
  /** Standard answers by question id, then answer id. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, TemplateAnswer>>
}

/** Enough for every template in daily use on one installation; a version takes a few hundred kilobytes. */
const CACHED_VERSIONS = 100

/** In order of use: the first one has been unused for the longest time. */
const cache = new Map<string, TemplateVersion>()
const translated = new WeakMap<TemplateVersion, Map<string, TemplateVersion>>()

function toVersion(ref: VersionRef, document: TemplateDocument): TemplateVersion {
  const questions = listQuestions(document)
  return {
    masterClientId: ref.masterClientId,
    templateId: ref.templateId,
    version: ref.version,
    document: freeze(document),
    questions: new Map(questions.map((question) => [question.id, question])),
    answers: new Map(
      questions.map(({ id, answers = [] }) => [id, new Map(answers.map((answer) => [answer.id, answer]))]),
    ),
  }
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) freeze(part)
    Object.freeze(value)
  }
  return value
}

/**
 * Ask only for versions that other transactions can see: one that is rolled back would stay cached under a number that the next
 * import uses again.
 */
export async function getTemplateVersion(db: Db, ref: VersionRef): Promise<TemplateVersion> {
  const key = JSON.stringify([ref.masterClientId, ref.templateId, ref.version])
  const known = cache.get(key)
  if (known) {
    cache.delete(key)
    cache.set(key, known)
    return known
  }
  const document = await findDocument(db, ref)
  if (!document) {
    throw problem(
      'noSuchResource',
      `template: ${JSON.stringify(ref.templateId)} of ${ref.masterClientId} has no version ${ref.version}`,
    )
  }
  const version = toVersion(ref, document)
  cache.set(key, version)
  const [oldest] = cache.keys()
  if (cache.size > CACHED_VERSIONS && oldest !== undefined) cache.delete(oldest)
  return version
}

/** Questions that were taken out of use. */
export const listRetired = ({ questions }: TemplateVersion): string[] =>
  [...questions.values()].filter(({ visible }) => visible === false).map(({ id }) => id)

/** The version with its texts in one of the product's languages, as far as the template has them. */
export function inLanguage(version: TemplateVersion, language: string): TemplateVersion {
  const known = translated.get(version)?.get(language)
  if (known) return known
  const document = toLanguage(version.document, language)
  if (document === version.document) return version
  const made = toVersion(version, document)
  const languages = translated.get(version) ?? new Map<string, TemplateVersion>()
  translated.set(version, languages.set(language, made))
  return made
}
