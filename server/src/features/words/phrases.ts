// Phrases for comments of a client's own: set up, and given to tablets with a survey.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Phrases, PhrasesChange } from '@walkaround/contract/app/phrases.ts'
import { type KeptPhrase, whyPhrasesRefused, wordsInAll } from '@walkaround/contract/rules/own-phrases.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { newId } from '../../lib/ids.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { problemOf } from '../../problems.ts'
import type { Precondition, Scope } from '../../scope.ts'
import { getTemplateState, listTemplates } from '../templates/read-templates.ts'
import { listQuestions } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage } from '../templates/versions.ts'
import { findWords, saveWords } from './store.ts'

async function findOwn(scope: Pick<Scope, 'db' | 'clientId'>): Promise<readonly KeptPhrase[]> {
  return JSON.parse((await findWords(scope, 'phrases')) ?? '[]') as KeptPhrase[]
}

/** What a tablet needs of them for a survey with these questions; undefined if there are none. */
export async function phrasesOfSurvey(
  scope: Pick<Scope, 'db' | 'clientId' | 'client'>,
  questions: { has(id: string): boolean },
): Promise<SurveyPage['phrases']> {
  const own = (await findOwn(scope)).filter(
    (phrase) => phrase.questions === undefined || phrase.questions.some((id) => questions.has(id)),
  )
  if (own.length === 0) return undefined
  return own.map((phrase) => ({
    words: wordsInAll(phrase, languages, scope.client.language),
    ...(phrase.questions ? { questions: [...phrase.questions] } : {}),
    ...(phrase.status ? { status: phrase.status } : {}),
  }))
}

/** Of the newest versions of all templates that the client sees, each question once. */
async function listAsked(scope: Scope, language: string): Promise<Phrases['questions']> {
  const asked = new Map<string, Phrases['questions'][number]>()
  for (const { id } of await listTemplates(scope)) {
    const version = await getTemplateVersion(scope.db, await getTemplateState(scope, id))
    const { document } = inLanguage(version, language)
    for (const { id: question, text } of listQuestions(document))
      if (!asked.has(question)) asked.set(question, { id: question, text, template: document.text })
  }
  return [...asked.values()]
}

/** The questions in a language of the product; without one, in the client's. */
export async function getPhrases(scope: Scope, language: string = scope.client.language): Promise<Phrases> {
  const own = await findOwn(scope)
  return {
    phrases: own.map(({ id, questions, status, words }) => ({
      id,
      words: languages.flatMap((language) => {
        const text = words[language]
        return text === undefined ? [] : [{ language, text }]
      }),
      ...(questions ? { questions: [...questions] } : {}),
      ...(status ? { status } : {}),
    })),
    questions: await listAsked(scope, language),
  }
}

export async function putPhrases(
  scope: Scope,
  { phrases }: PhrasesChange,
  precondition: Precondition,
  language: string = scope.client.language,
): Promise<Phrases> {
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  const before = await findOwn(scope)
  const after = phrases.map((phrase) => toKept(phrase, scope.now))
  const faults = whyPhrasesRefused(after, {
    questions: new Set((await listAsked(scope, language)).map(({ id }) => id)),
    before,
    language: scope.client.language,
  })
  if (faults.length > 0) throw problemOf(faults.map((info) => ({ kind: 'invalidArgument', info })))
  await saveWords(scope, 'phrases', after)
  recordChange(scope, {
    kind: 'phrases.changed',
    subject: `client/${scope.clientId}`,
    before: toEntry(before),
    after: toEntry(after),
  })
  return getPhrases(scope, language)
}

type Given = PhrasesChange['phrases'][number]

/** Texts without blanks around them; empty ones are none. */
function toKept({ id, questions = [], status, words }: Given, now: Date): KeptPhrase {
  const said = words.flatMap(({ language, text }) => (text.trim() === '' ? [] : [[language, text.trim()]]))
  return {
    id: id ?? newId(now.getTime()),
    ...(questions.length > 0 ? { questions: [...new Set(questions)] } : {}),
    ...(status ? { status } : {}),
    words: Object.fromEntries(said),
  }
}

/** By id, so that an entry has only the phrases that changed; their order is one field. */
const toEntry = (phrases: readonly KeptPhrase[]) => ({
  order: phrases.map(({ id }) => id).join(' '),
  ...Object.fromEntries(
    phrases.map(({ id, questions, ...rest }) => [id, { ...rest, questions: questions?.join(' ') }]),
  ),
})
