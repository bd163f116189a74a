// Commands on words of a client's own: the reasons to decline, phrases for comments, texts of the owner's page.
import { OwnerTextsChange } from '@walkaround/contract/app/owner-texts.ts'
import { PhrasesChange } from '@walkaround/contract/app/phrases.ts'
import { RejectionReasonsChange } from '@walkaround/contract/app/rejection-reasons.ts'
import {
  faultInWords,
  faultsInPhraseLines,
  readPhraseLines,
  toPhraseLines,
} from '@walkaround/contract/rules/phrase-lines.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { fields } from '@walkaround/contract/schema.ts'
import { type Static, Type } from 'typebox'
import { findOwnerTexts, getOwnerTexts, importOwnerTexts } from '../../features/words/owner-texts.ts'
import { getPhrases, putPhrases } from '../../features/words/phrases.ts'
import {
  getRejectionReasons,
  listReasons,
  putRejectionReasons,
} from '../../features/words/rejection-reasons.ts'
import { compileReader, toFields } from '../../input/reader.ts'
import { Problem, problem, problemOf } from '../../problems.ts'
import { unconditional } from '../../scope.ts'
import { type Command, feature, oneOf, text } from './define.ts'

const client = text('id of the system client')
const readReasons = compileReader(RejectionReasonsChange)
const readPhrases = compileReader(PhrasesChange)
const OwnerTextsDocument = fields(
  {},
  Object.fromEntries(languages.map((language) => [language, OwnerTextsChange])) as Record<
    (typeof languages)[number],
    typeof OwnerTextsChange
  >,
)
const readOwnerTexts = compileReader(OwnerTextsDocument)
const LINES_BYTES = 2_000_000

export const commands: Readonly<Record<string, Command>> = {
  'owner-text list': feature(
    {
      summary: "show what the owner's page says in one language, and which words are the client's own",
      arguments: { client },
      options: { language: oneOf([...languages], "default: the client's") },
    },
    (scope, args) => getOwnerTexts(scope, args.language ?? scope.client.language),
  ),
  'owner-text export': feature(
    { summary: "print the client's own texts of the owner's page, by language", arguments: { client } },
    findOwnerTexts,
  ),
  'owner-text import': feature(
    {
      summary:
        "set the texts of the owner's page, in place of all the client had; {} brings the delivered ones back",
      arguments: {
        client,
        document: Type.Unknown({
          description: 'file as owner-text export prints it',
          'x-from': 'json file',
        }),
      },
    },
    (scope, args) =>
      importOwnerTexts(
        scope,
        toFields(readOwnerTexts(args.document)).get() as Static<typeof OwnerTextsDocument>,
      ),
  ),
  'rejection-reason list': feature(
    {
      summary: 'show why customers may say that they decline, in one language',
      arguments: { client },
      options: { language: oneOf([...languages], "default: the client's") },
    },
    (scope, args) => listReasons(scope, args.language ?? scope.client.language),
  ),
  'rejection-reason export': feature(
    { summary: "print the client's reasons to decline, with its own words", arguments: { client } },
    async (scope) => {
      const { reasons } = await getRejectionReasons(scope)
      return { reasons: reasons.map(({ delivered: _, ...own }) => own) }
    },
  ),
  'rejection-reason import': feature(
    {
      summary: 'set the reasons to decline, their order and words, in place of those the client had',
      arguments: {
        client,
        document: Type.Unknown({
          description: 'file as rejection-reason export prints it',
          'x-from': 'json file',
        }),
      },
    },
    (scope, args) =>
      putRejectionReasons(
        scope,
        toFields(readReasons(args.document)).get() as RejectionReasonsChange,
        unconditional,
      ),
  ),
  'phrase list': feature(
    { summary: "list the client's phrases for comments", arguments: { client } },
    async (scope) => ({ language: scope.client.language, ...(await getPhrases(scope)) }),
  ),
  'phrase export': feature(
    { summary: "print the client's phrases for comments as CSV", arguments: { client } },
    async (scope) => ({ csv: toPhraseLines((await getPhrases(scope)).phrases) }),
  ),
  'phrase import': feature(
    {
      summary: "set the client's phrases for comments, in place of all it had",
      arguments: {
        client,
        file: text('CSV as phrase export prints it: id, questions, colour, and a column for each language', {
          'x-from': 'file as base64',
          'x-bytes': LINES_BYTES,
        }),
      },
    },
    async (scope, { file }) => {
      const { phrases: read, faults } = readPhraseLines(Buffer.from(file, 'base64').toString('utf8'))
      if (faults.length > 0)
        throw problemOf(faults.map((fault) => ({ kind: 'invalidArgument', info: faultInWords(fault) })))
      try {
        const change = toFields(readPhrases({ phrases: read.map(({ phrase }) => phrase) })).get()
        return await putPhrases(scope, change as PhrasesChange, unconditional)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        throw problem(error.kind, faultsInPhraseLines(error.errorInfo, read).map(faultInWords).join('\n'))
      }
    },
  ),
}
