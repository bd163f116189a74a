// The command that changes the installation's key.
import { changeSecretKey } from '../change-secret-key.ts'
import { type Command, define, oneOf } from './define.ts'

export const secretKeyCommands: Readonly<Record<string, Command>> = {
  'secret-key change': define(
    {
      summary: "change the installation's key and seal everything anew",
      options: {
        links: oneOf(
          ['keep', 'end'],
          "keep: owners' links go on working; end: all are withdrawn, because others may have the former key",
          { 'x-value': 'keep|end' },
        ),
      },
      required: ['links'],
    },
    ({ database, config, actor, now, progress }, { links = 'keep' }) =>
      changeSecretKey({ database, config, actor, now, progress, links }),
  ),
}
