// Commands on words of a client's own: the reasons to decline.
import { RejectionReasonsChange } from '@walkaround/contract/app/rejection-reasons.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { Type } from 'typebox'
import {
  getRejectionReasons,
  listReasons,
  putRejectionReasons,
} from '../../features/words/rejection-reasons.ts'
import { compileReader, toFields } from '../../input/reader.ts'
import { unconditional } from '../../scope.ts'
import { type Command, feature, oneOf, text } from './define.ts'

const client = text('id of the system client')
const readReasons = compileReader(RejectionReasonsChange)

export const commands: Readonly<Record<string, Command>> = {
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
}
